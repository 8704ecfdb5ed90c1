import { isEmail } from '../../../rules/text.ts'
import { requiredTexts } from '../../forms/required.ts'
import type { FieldTexts } from '../../forms/useSmallForm.ts'

export const linkPath = '/api/account/createForgetPasswordEMail'

/** Texts of account and mail address (specification, section 5). */
export function accountTexts(values: Readonly<Record<'username' | 'email', string>>): FieldTexts<'username' | 'email'> {
  return {
    ...(!isEmail(values.email) && { email: '電子郵件格式錯誤.' }),
    ...requiredTexts(values, { username: '帳號', email: '電子郵件' }),
  }
}
