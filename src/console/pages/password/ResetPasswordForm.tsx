import Button from 'react-bootstrap/Button'
import { useNavigate } from 'react-router-dom'
import { notify } from '../../../client/notices.ts'
import { messages } from '../../../rules/messages.ts'
import { newPasswordProblems } from '../../../rules/newPassword.ts'
import { useSmallForm } from '../../forms/useSmallForm.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

/** Step 2 of a forgotten password: the token of the mail and a new password. */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useSmallForm({ newPassword: '', confirmPassword: '' }, newPasswordProblems, async (values, http) => {
    await http.put('/api/account/users/updateForgetPassword', { token, ...values }, { anonymous: true })
    notify.success(messages.M04)
    await navigate('/login', { replace: true })
  })
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <NewPasswordFields form={form} />
      <Button type="submit" className="w-100" disabled={form.isSending}>
        確定
      </Button>
    </form>
  )
}
