import { type NewPassword, newPasswordTexts, passwordInputMax } from '../../../src/rules/newPassword.ts'
import { TextField } from '../form/TextField.tsx'
import type { Problems } from '../form/useAttempt.ts'

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
        help={newPasswordTexts.weak}
        maxLength={passwordInputMax}
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
        maxLength={passwordInputMax}
        autoComplete="new-password"
        required
      />
    </>
  )
}
