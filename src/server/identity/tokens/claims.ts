import type { Account } from '../accounts.ts'

/** Shown instead of a date while a password has no end (specification, section 3). */
const limitDatePlaceholder = '----/--/--'

/** Nothing but changing the password works: first sign-in, reset by an administrator, or the password is too old. */
export function mustChangePassword(account: Pick<Account, 'mustChangePassword' | 'limitDate'>, today: string): boolean {
  return account.mustChangePassword || (account.limitDate !== null && account.limitDate < today)
}

/** What the browser is told about its user's password. */
export interface PasswordState {
  readonly mustChange: boolean
  /** It ends within the warning time. */
  readonly endsSoon: boolean
}

/** @param warnUntil a password that ends on this day or before is warned about, YYYY-MM-DD */
export function judgePassword(account: Account, today: string, warnUntil: string): PasswordState {
  const mustChange = mustChangePassword(account, today)
  return { mustChange, endsSoon: !mustChange && account.limitDate !== null && account.limitDate <= warnUntil }
}

/** The claims of the specification, section 3; names are its names. Empty values are left out. */
export function buildClaims(account: Account, password: PasswordState): Record<string, unknown> {
  const claims = {
    name: account.userName,
    fullname: account.fullName,
    email: account.email,
    jobtitle: account.jobTitle,
    phone_number: account.phoneNumber,
    role: account.roles,
    permission: account.permissions,
    configuration: JSON.stringify({
      askedChangePassword: password.mustChange,
      askedWarnPassword: password.endsSoon,
      limitDate: account.limitDate ?? limitDatePlaceholder,
    }),
    userType: account.userType,
    companyNo: account.companyNo,
    companyName: account.companyName,
    companyType: account.companyType,
    rewardPointId: account.rewardPointId,
    isEnabled: account.isEnabled,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
}
