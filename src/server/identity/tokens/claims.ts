import type { Account } from '../accounts.ts'

/** Shown instead of a date when the password has no last day (specification, section 3). */
const limitDatePlaceholder = '----/--/--'

/**
 * True when the user may only change the password: at the first sign-in, after a reset by an administrator, or when the password is too
 * old.
 */
export function mustChangePassword(account: Pick<Account, 'mustChangePassword' | 'limitDate'>, today: string): boolean {
  return account.mustChangePassword || (account.limitDate !== null && account.limitDate < today)
}

/** What the browser is told about the user's password. */
export interface PasswordState {
  readonly mustChange: boolean
  /** The password ends within the warning time. */
  readonly endsSoon: boolean
}

/** @param warnUntil passwords that end by this day give a warning, YYYY-MM-DD */
export function judgePassword(account: Account, today: string, warnUntil: string): PasswordState {
  const mustChange = mustChangePassword(account, today)
  return { mustChange, endsSoon: !mustChange && account.limitDate !== null && account.limitDate <= warnUntil }
}

/** The claims of the specification, section 3, with its names. Empty values are left out. */
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
