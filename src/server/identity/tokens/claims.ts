import type { Account } from '../accounts.ts'

/** Shown instead of a date while a password has no end (specification, section 3). */
const limitDatePlaceholder = '----/--/--'

/** What the browser is told about its user's password. */
export interface PasswordState {
  /** Nothing but changing the password works. */
  readonly mustChange: boolean
  /** It ends soon. */
  readonly endsSoon: boolean
}

/**
 * Whether a password must or should be changed.
 *
 * @param today YYYY-MM-DD in Taipei
 * @param warnFrom the day `PASSWORD.WARN_DAYS` after today
 */
export function judgePasswordAge(
  account: Pick<Account, 'mustChangePassword' | 'limitDate'>,
  today: string,
  warnFrom: string,
): PasswordState {
  const isOver = account.limitDate !== null && account.limitDate < today
  const mustChange = account.mustChangePassword || isOver
  return { mustChange, endsSoon: !mustChange && account.limitDate !== null && account.limitDate <= warnFrom }
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
