import { message } from '../../../src/rules/messages.ts'
import { TextField } from '../form/TextField.tsx'
import type { Problems } from '../form/useAttempt.ts'

export interface NewPassword {
  readonly newPassword: string
  readonly confirmPassword: string
}

interface NewPasswordFieldsProps {
  readonly values: NewPassword
  readonly problems: Problems
  readonly onChange: (changes: Partial<NewPassword>) => void
}

export function NewPasswordFields({ values, problems, onChange }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        id="newPassword"
        label="新密碼"
        type="password"
        value={values.newPassword}
        onChange={(newPassword) => onChange({ newPassword })}
        problem={problems.newPassword}
        help="10 至 64 碼，須含大寫、小寫、數字、符號至少三種。"
        maxLength={64}
        autoComplete="new-password"
        required
      />
      <TextField
        id="confirmPassword"
        label="確認新密碼"
        type="password"
        value={values.confirmPassword}
        onChange={(confirmPassword) => onChange({ confirmPassword })}
        problem={problems.confirmPassword}
        maxLength={64}
        autoComplete="new-password"
        required
      />
    </>
  )
}

/** What a browser can tell of a new password; the rules themselves are asked of the server. */
export function newPasswordProblems({ newPassword, confirmPassword }: NewPassword): Problems {
  return {
    ...(newPassword === '' && { newPassword: message('M05', { title: '新密碼' }) }),
    ...(confirmPassword !== newPassword && { confirmPassword: '兩次輸入的新密碼不同。' }),
  }
}
