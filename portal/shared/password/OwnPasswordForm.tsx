import { useEffect, useState } from 'react'
import { notify } from '../../../src/client/notices.ts'
import type { SignedInUser } from '../../../src/client/session/claims.ts'
import { message } from '../../../src/rules/messages.ts'
import { newPasswordProblems, passwordInputMax } from '../../../src/rules/newPassword.ts'
import { TextField } from '../form/TextField.tsx'
import { useAttempt } from '../form/useAttempt.ts'
import { useSending } from '../form/useSending.ts'
import { useMemberSession } from '../member/MemberContext.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

interface OwnPasswordFormProps {
  readonly member: SignedInUser
  /** Nothing else is allowed before the change: it is the first password, or too old. */
  readonly isForced?: boolean
  readonly onCancel?: () => void
}

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the own password. The server ends all sessions, so the page clears its own, which leads to the sign-in page. */
export function OwnPasswordForm({ member, isForced = false, onCancel }: OwnPasswordFormProps) {
  const session = useMemberSession()
  const sending = useSending()
  const leaving = useSending()
  const [values, setValues] = useState(empty)
  useEffect(() => document.getElementById('currentPassword')?.focus(), [])
  const change = (changes: Partial<typeof empty>) => setValues((current) => ({ ...current, ...changes }))
  const { shown, handleSubmit } = useAttempt(
    {
      ...(values.currentPassword === '' && { currentPassword: message('M05', { title: '目前密碼' }) }),
      ...newPasswordProblems(values),
    },
    async () => {
      const done = await sending.send((http) => http.put(`/api/account/users/updatepassword/${member.sub}`, values))
      if (done === undefined) return
      notify.success('密碼已變更，請以新密碼重新登入。')
      session.forget()
    },
  )
  const problems = { ...sending.problems, ...shown }
  return (
    <form className="card narrow-form" noValidate onSubmit={handleSubmit} aria-label="變更密碼">
      <h2>變更密碼</h2>
      {isForced && <p>首次登入或密碼已到期，請先變更密碼。變更後請以新密碼重新登入。</p>}
      {/* Password managers store the new password for the account named here. */}
      <input className="visually-hidden" type="text" autoComplete="username" value={member.name} readOnly tabIndex={-1} aria-label="帳號" />
      <TextField
        id="currentPassword"
        label="目前密碼"
        type="password"
        value={values.currentPassword}
        onChange={(currentPassword) => change({ currentPassword })}
        problem={problems.currentPassword}
        maxLength={passwordInputMax}
        autoComplete="current-password"
        required
      />
      <NewPasswordFields values={values} problems={problems} onChange={change} />
      <div className="button-row">
        <button type="submit" className="button" disabled={sending.isSending}>
          確定
        </button>
        {onCancel && (
          <button type="button" className="button button-quiet" onClick={onCancel}>
            取消
          </button>
        )}
        {isForced && (
          <button type="button" className="button button-quiet" onClick={() => void leaving.send((http) => session.signOut(http))}>
            登出
          </button>
        )}
      </div>
    </form>
  )
}
