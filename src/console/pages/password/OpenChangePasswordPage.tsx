import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { sessionAtom } from '../../../client/session/sessionAtoms.ts'
import { OpenPage } from '../OpenPage.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

/** /change_password: where a user lands who must change the password. A visitor who is not signed in is asked to. */
export default function OpenChangePasswordPage() {
  const session = useAtomValue(sessionAtom)
  return (
    <OpenPage title="變更密碼">
      {session.state === 'loggedIn' ? (
        <>
          {session.user.ask_change_password && <p className="alert alert-warning">請先變更密碼，才能繼續使用系統。</p>}
          <ChangePasswordForm />
        </>
      ) : (
        <>
          <p>請先登入再變更密碼；忘記密碼時可申請重設。</p>
          <div className="d-grid gap-2">
            <Link className="btn btn-primary" to="/login" state={{ from: '/_authority/change_password' }}>
              登入
            </Link>
            <Link className="btn btn-outline-secondary" to="/forget_password">
              忘記密碼
            </Link>
          </div>
        </>
      )}
    </OpenPage>
  )
}
