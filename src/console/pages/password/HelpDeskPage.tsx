import Button from 'react-bootstrap/Button'
import { notify } from '../../../client/notices.ts'
import { usePermission, useSignedInUser } from '../../../client/session/useSession.ts'
import { TextField } from '../../forms/TextField.tsx'
import { useSmallForm } from '../../forms/useSmallForm.ts'
import { accountTexts, linkPath } from './linkRequest.ts'

/** 忘記密碼 inside the console: the help desk sends the reset mail for any account, everyone else for the own one; no captcha. */
export default function HelpDeskPage() {
  const user = useSignedInUser()
  const mayChooseAccount = usePermission('authority.users.resetpassword')
  const form = useSmallForm({ username: user.name, email: user.email }, accountTexts, async (values, http) => {
    notify.success(await http.post<string>(linkPath, values))
  })
  return (
    <section className="card narrow-card">
      <div className="card-body">
        <h1 className="h4 mb-3">忘記密碼</h1>
        <p className="text-body-secondary">系統將寄送重設密碼的連結至帳號登記的電子郵件。</p>
        <form onSubmit={form.handleSubmit} noValidate>
          <TextField label="帳號" {...form.field('username')} maxLength={50} readOnly={!mayChooseAccount} autoComplete="off" />
          <TextField label="電子郵件" type="email" {...form.field('email')} maxLength={100} autoComplete="off" />
          <Button type="submit" disabled={form.isSending}>
            送出
          </Button>
        </form>
      </div>
    </section>
  )
}
