import { Link, useSearchParams } from 'react-router-dom'
import { OpenPage } from '../OpenPage.tsx'
import { RequestLinkForm } from './RequestLinkForm.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'

/** /forget_password: asks for the mailed link, and with the link's token (`?t=`) sets the new password (domain 4.1). */
export default function ForgetPasswordPage() {
  const [params] = useSearchParams()
  const token = params.get('t')
  return (
    <OpenPage title={token ? '重設密碼' : '忘記密碼'}>
      {token ? <ResetPasswordForm token={token} /> : <RequestLinkForm />}
      <p className="text-center mt-3 mb-0">
        <Link to="/login">回登入頁</Link>
      </p>
    </OpenPage>
  )
}
