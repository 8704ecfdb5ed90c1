import { useState } from 'react'
import { Link } from 'react-router-dom'
import { notify } from '../../../src/client/notices.ts'
import { newPasswordProblems } from '../../../src/rules/newPassword.ts'
import { useAttempt } from '../../shared/form/useAttempt.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { NewPasswordFields } from '../../shared/password/NewPasswordFields.tsx'

interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The link has expired, so the user wants another one. */
  readonly onAgain: () => void
}

/** Sets a new password with a mailed link. */
export function ResetForm({ token, onDone, onAgain }: ResetFormProps) {
  const sending = useSending()
  const [values, setValues] = useState({ newPassword: '', confirmPassword: '' })
  const { shown, handleSubmit } = useAttempt(newPasswordProblems(values), async () => {
    const body = { token, ...values }
    const done = await sending.send((http) => http.put('/api/account/users/updateForgetPassword', body, { anonymous: true }))
    if (done === undefined) return
    notify.success('密碼已變更，請以新密碼登入。')
    onDone()
  })
  return (
    <form className="card narrow-form" noValidate onSubmit={handleSubmit}>
      <h2>設定新密碼</h2>
      <NewPasswordFields
        values={values}
        problems={{ ...sending.problems, ...shown }}
        onChange={(changes) => setValues((current) => ({ ...current, ...changes }))}
      />
      <button type="submit" className="button button-wide" disabled={sending.isSending}>
        確定
      </button>
      <p className="form-links">
        <Link to="/member_login" replace>
          回登入頁
        </Link>
        <button type="button" className="link-button" onClick={onAgain}>
          重新申請
        </button>
      </p>
    </form>
  )
}
