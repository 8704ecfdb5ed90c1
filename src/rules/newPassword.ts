import { message } from './messages.ts'

/** Values of a form for a new password. */
export interface NewPassword {
  readonly newPassword: string
  readonly confirmPassword: string
}

export const newPasswordTexts = {
  weak: '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。',
  different: '兩次輸入的新密碼不同。',
} as const

/** Longest input. Longer than the policy allows, so that the policy reports it, and the input does not silently cut it. */
export const passwordInputMax = 200

const lengthMin = 10
const lengthMax = 64
const kindsMin = 3
const characterKinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Letter}\p{Nd}]/u]

/**
 * True when length and kinds of characters are sufficient (domain 3.1). Characters of any script count as people count them: 字 is one
 * letter, 😀 one symbol. The server also checks what needs the account, its former passwords, or a list of common ones.
 */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length
  const kinds = characterKinds.filter((kind) => kind.test(password)).length
  return length >= lengthMin && length <= lengthMax && kinds >= kindsMin
}

/** Problems of a form for a new password by field, as far as they can be found without the server. */
export function newPasswordProblems({ newPassword, confirmPassword }: NewPassword): Partial<NewPassword> {
  return {
    ...(!isStrongPassword(newPassword) && {
      newPassword: newPassword === '' ? message('M05', { title: '新密碼' }) : newPasswordTexts.weak,
    }),
    ...(confirmPassword === '' && { confirmPassword: message('M05', { title: '確認新密碼' }) }),
    ...(confirmPassword !== '' && newPassword !== confirmPassword && { confirmPassword: newPasswordTexts.different }),
  }
}
