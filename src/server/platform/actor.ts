import { type UserType, userType } from '../../rules/codes.generated.ts'
/** Who acts. Identity sets it for each request; jobs use `systemActor`. Other areas only read it. */
export interface Actor {
  readonly id: number
  readonly sessionId: string | null
  readonly userName: string
  readonly fullName: string
  /** Dictionary UserType: 1 platform staff, 2 merchant, 3 corporate member. */
  readonly userType: UserType
  /** The merchant of a merchant user; null for other users. */
  readonly companyNo: string | null
  /**
   * The merchants that a merchant user may read: its own, and those of its group when the parent company has `groupView`. Null means no
   * limit.
   */
  readonly readableCompanyNos: readonly string[] | null
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<string>
  readonly ipAddress: string | null
}

/** What a request was authenticated with: the session, the account version for which the token was issued, and the expiry of the token. */
export interface Access {
  readonly userId: number
  readonly sessionId: string
  readonly userVersion: number
  /** The token is refused from this time on. */
  readonly expiresAt: Date
}

/** The actor of jobs and migrations. It may do everything; audit columns show 系統. */
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
