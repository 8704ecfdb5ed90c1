import { requiredTexts } from '../../forms/required.ts'
import { TextField } from '../../forms/TextField.tsx'
import type { FieldTexts, SmallForm } from '../../forms/useSmallForm.ts'

type NewPasswordName = 'newPassword' | 'confirmPassword'

const policyText = '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。'

/** What of the password policy can be told without the server (domain 4.1). */
export function passwordTexts(values: Readonly<Record<NewPasswordName, string>>): FieldTexts<NewPasswordName> {
  const { newPassword, confirmPassword } = values
  return {
    ...(newPassword !== confirmPassword && { confirmPassword: '兩次輸入的新密碼不同。' }),
    ...(!keepsPolicy(newPassword) && { newPassword: policyText }),
    ...requiredTexts(values, { newPassword: '新密碼', confirmPassword: '確認新密碼' }),
  }
}

function keepsPolicy(password: string): boolean {
  const kinds = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password))
  return password.length >= 10 && password.length <= 64 && kinds.length >= 3
}

/** New password and its confirmation. */
export function NewPasswordFields({ form }: { form: Pick<SmallForm<NewPasswordName>, 'values' | 'errors' | 'set'> }) {
  return (
    <>
      <TextField
        label="新密碼"
        type="password"
        value={form.values.newPassword}
        onChange={form.set('newPassword')}
        error={form.errors.newPassword}
        help={policyText}
        autoComplete="new-password"
        maxLength={64}
      />
      <TextField
        label="確認新密碼"
        type="password"
        value={form.values.confirmPassword}
        onChange={form.set('confirmPassword')}
        error={form.errors.confirmPassword}
        autoComplete="new-password"
        maxLength={64}
      />
    </>
  )
}
