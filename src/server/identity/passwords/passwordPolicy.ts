import { isCommonPassword, lettersOf } from './commonPasswords.ts'

/** Refusal texts of domain 4.1; the last two are ours, for the rules of the security baseline. */
export const passwordTexts = {
  wrongCurrent: '目前密碼錯誤。',
  recent: '新密碼不可與最近5次相同。',
  weak: '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。',
  different: '兩次輸入的新密碼不同。',
  named: '密碼不可與帳號或公司名稱相同。',
  common: '密碼過於常見，請改用其他密碼。',
} as const

/** How many former passwords may not come back, the present one included. */
export const recentPasswordCount = 5

const lengthMin = 10
const lengthMax = 64
const kindsMin = 3
const characterKinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Letter}\p{Nd}]/u]

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
  if (!isStrongEnough(password)) return passwordTexts.weak
  if (isNameOfOwner(password, owner)) return passwordTexts.named
  if (isCommonPassword(password)) return passwordTexts.common
  return undefined
}

function isStrongEnough(password: string): boolean {
  const length = [...password].length
  const kinds = characterKinds.filter((kind) => kind.test(password)).length
  return length >= lengthMin && length <= lengthMax && kinds >= kindsMin
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
