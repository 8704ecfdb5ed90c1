import { message } from './messages.ts'

/** What a form for a new password holds. */
export interface NewPassword {
  readonly newPassword: string
  readonly confirmPassword: string
}

export const newPasswordTexts = {
  weak: '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。',
  different: '兩次輸入的新密碼不同。',
} as const

/** Longer than the policy allows, so that the policy answers with its own text, and nothing is cut off unseen. */
export const passwordInputMax = 200

const lengthMin = 10
const lengthMax = 64
const kindsMin = 3
const characterKinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Letter}\p{Nd}]/u]

/**
 * Length and kinds of characters (domain 3.1), of any script and counted as people count them: 字 is one letter, 😀 one symbol. What needs
 * the account, its former passwords or a list of common ones, the server judges besides.
 */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length
  const kinds = characterKinds.filter((kind) => kind.test(password)).length
  return length >= lengthMin && length <= lengthMax && kinds >= kindsMin
}

/** What is wrong with a form for a new password, by field, as far as it can be told without the server. */
export function newPasswordProblems({ newPassword, confirmPassword }: NewPassword): Partial<NewPassword> {
  return {
    ...(!isStrongPassword(newPassword) && {
      newPassword: newPassword === '' ? message('M05', { title: '新密碼' }) : newPasswordTexts.weak,
    }),
    ...(confirmPassword === '' && { confirmPassword: message('M05', { title: '確認新密碼' }) }),
    ...(confirmPassword !== '' && newPassword !== confirmPassword && { confirmPassword: newPasswordTexts.different }),
  }
}
