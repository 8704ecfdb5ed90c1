import { type UserType, userType } from '../../rules/codes.generated.ts'
/** Who acts. Filled by identity for each request, `systemActor` for jobs; everything below identity only reads it. */
export interface Actor {
  readonly id: number
  readonly sessionId: string | null
  readonly userName: string
  readonly fullName: string
  /** Dictionary UserType: 1 platform staff, 2 merchant, 3 corporate member. */
  readonly userType: UserType
  /** Merchant of a merchant user; null for everyone else. */
  readonly companyNo: string | null
  /** Merchants a merchant user may read: its own, and its group's when the parent has `groupView`. Null = no limit. */
  readonly readableCompanyNos: readonly string[] | null
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<string>
  readonly ipAddress: string | null
}

/** What lets a request in: the session, the version of the account that the token was made for, and the end of the token. */
export interface Access {
  readonly userId: number
  readonly sessionId: string
  readonly userVersion: number
  /** The token is refused from this moment on. */
  readonly expiresAt: Date
}

/** The actor of jobs and migrations; may do everything, writes 系統 into audit columns. */
export const systemActor: Actor = {
  id: 0,
  sessionId: null,
  userName: '系統',
  fullName: '系統',
  userType: userType.staff,
  companyNo: null,
  readableCompanyNos: null,
  roles: [],
  permissions: new Set(),
  ipAddress: null,
}
