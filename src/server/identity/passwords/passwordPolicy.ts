import { isStrongPassword, newPasswordTexts } from '../../../rules/newPassword.ts'
import { isCommonPassword, lettersOf } from './commonPasswords.ts'

/** Refusal texts of domain 4.1; the last two are ours, for the rules of the security baseline. */
export const passwordTexts = {
  wrongCurrent: '目前密碼錯誤。',
  recent: '新密碼不可與最近5次相同。',
  ...newPasswordTexts,
  named: '密碼不可與帳號或公司名稱相同。',
  common: '密碼過於常見，請改用其他密碼。',
} as const

/** How many former passwords may not come back, the present one included. */
export const recentPasswordCount = 5

/** Names that a password may not be: the account, and the merchant's name. */
export interface PasswordOwner {
  readonly userName: string
  readonly companyName?: string | null
}

/**
 * The text that refuses a new password, or undefined when it is good. Former passwords are checked elsewhere: they need the hashes.
 *
 * @see domain 3.1 (length, kinds, not the account) and security baseline (common passwords, company names)
 */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (!isStrongPassword(password)) return passwordTexts.weak
  if (isNameOfOwner(password, owner)) return passwordTexts.named
  if (isCommonPassword(password)) return passwordTexts.common
  return undefined
}

/** The name itself, or the name with nothing but digits and symbols around it. */
function isNameOfOwner(password: string, { userName, companyName }: PasswordOwner): boolean {
  const same = (name: string) => password.toLowerCase() === name.toLowerCase() || sameLetters(password, name)
  return same(userName) || Boolean(companyName && same(companyName))
}

function sameLetters(password: string, name: string): boolean {
  const letters = lettersOf(name)
  return letters.length >= 3 && lettersOf(password) === letters
}
