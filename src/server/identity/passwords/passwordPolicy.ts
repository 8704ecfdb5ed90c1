import { isStrongPassword, newPasswordTexts } from '../../../rules/newPassword.ts'
import { isCommonPassword, lettersOf } from './commonPasswords.ts'

/** Error texts of domain 4.1. The last two are our own, for rules of the security baseline. */
export const passwordTexts = {
  wrongCurrent: '目前密碼錯誤。',
  recent: '新密碼不可與最近5次相同。',
  ...newPasswordTexts,
  named: '密碼不可與帳號或公司名稱相同。',
  common: '密碼過於常見，請改用其他密碼。',
} as const

/** Number of recent passwords that must not be used again, including the current one. */
export const recentPasswordCount = 5

/** Names that a password must not be: of the account, and of the company. */
export interface PasswordOwner {
  readonly userName: string
  readonly companyName?: string | null
}

/**
 * Text of the rule that a new password violates, or undefined when it is good. Recent passwords are checked elsewhere, because that needs
 * the hashes.
 *
 * @see domain 3.1 (length, kinds, not the account) and security baseline (common passwords, company names)
 */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (!isStrongPassword(password)) return passwordTexts.weak
  if (isNameOfOwner(password, owner)) return passwordTexts.named
  if (isCommonPassword(password)) return passwordTexts.common
  return undefined
}

/** True for the name itself, and for the name with only digits and symbols around it. */
function isNameOfOwner(password: string, { userName, companyName }: PasswordOwner): boolean {
  const same = (name: string) => password.toLowerCase() === name.toLowerCase() || sameLetters(password, name)
  return same(userName) || Boolean(companyName && same(companyName))
}

function sameLetters(password: string, name: string): boolean {
  const letters = lettersOf(name)
  return letters.length >= 3 && lettersOf(password) === letters
}
