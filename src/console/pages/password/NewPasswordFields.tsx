import { type NewPassword, newPasswordTexts, passwordInputMax } from '../../../rules/newPassword.ts'
import { TextField } from '../../forms/TextField.tsx'
import type { SmallForm } from '../../forms/useSmallForm.ts'

/** New password and its confirmation. */
export function NewPasswordFields({ form }: { form: Pick<SmallForm<keyof NewPassword>, 'field'> }) {
  return (
    <>
      <TextField
        label="新密碼"
        type="password"
        {...form.field('newPassword')}
        help={newPasswordTexts.weak}
        autoComplete="new-password"
        maxLength={passwordInputMax}
      />
      <TextField
        label="確認新密碼"
        type="password"
        {...form.field('confirmPassword')}
        autoComplete="new-password"
        maxLength={passwordInputMax}
      />
    </>
  )
}
