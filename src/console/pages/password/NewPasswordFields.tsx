import { type NewPassword, newPasswordTexts, passwordInputMax } from '../../../rules/newPassword.ts'
import { TextField } from '../../forms/TextField.tsx'
import type { SmallForm } from '../../forms/useSmallForm.ts'

/** New password and its confirmation. */
export function NewPasswordFields({ form }: { form: Pick<SmallForm<keyof NewPassword>, 'values' | 'errors' | 'set'> }) {
  return (
    <>
      <TextField
        label="新密碼"
        type="password"
        value={form.values.newPassword}
        onChange={form.set('newPassword')}
        error={form.errors.newPassword}
        help={newPasswordTexts.weak}
        autoComplete="new-password"
        maxLength={passwordInputMax}
      />
      <TextField
        label="確認新密碼"
        type="password"
        value={form.values.confirmPassword}
        onChange={form.set('confirmPassword')}
        error={form.errors.confirmPassword}
        autoComplete="new-password"
        maxLength={passwordInputMax}
      />
    </>
  )
}
