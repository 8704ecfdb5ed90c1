import Button from 'react-bootstrap/Button'
import { useNavigate } from 'react-router-dom'
import { notify } from '../../../client/notices.ts'
import { useSignedInUser } from '../../../client/session/useSession.ts'
import { useSessionActions } from '../../../client/signIn/SessionContext.tsx'
import { messages } from '../../../rules/messages.ts'
import { newPasswordProblems, passwordInputMax } from '../../../rules/newPassword.ts'
import { requiredTexts } from '../../forms/required.ts'
import { TextField } from '../../forms/TextField.tsx'
import { useSmallForm } from '../../forms/useSmallForm.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the own password; the server ends every session, so the user signs in again. */
export function ChangePasswordForm() {
  const navigate = useNavigate()
  const actions = useSessionActions()
  const user = useSignedInUser()
  const form = useSmallForm(
    empty,
    (values) => ({ ...requiredTexts(values, { currentPassword: '目前密碼' }), ...newPasswordProblems(values) }),
    async (values, http) => {
      await http.put(`/api/account/users/updatepassword/${user.sub}`, values)
      notify.success(messages.M04)
      actions.forget()
      await navigate('/login', { replace: true })
    },
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      {/* Password managers store the new password under the account that is named here. */}
      <input className="visually-hidden" type="text" autoComplete="username" value={user.name} readOnly tabIndex={-1} aria-label="帳號" />
      <TextField
        label="目前密碼"
        type="password"
        {...form.field('currentPassword')}
        autoComplete="current-password"
        maxLength={passwordInputMax}
      />
      <NewPasswordFields form={form} />
      <Button type="submit" disabled={form.isSending}>
        確定
      </Button>
    </form>
  )
}
