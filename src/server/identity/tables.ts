import type { Generated } from 'kysely'

/** Dictionary UserType: 1 platform staff, 2 merchant, 3 corporate member. */
export type UserType = '1' | '2' | '3'
/** Dictionary UserStatus: 0 disabled, 1 enabled, 2 locked. */
export type UserStatus = '0' | '1' | '2'
/** Who signs in where: staff and merchants in the console, corporate members in the portal. */
export type ClientId = 'console' | 'portal'

interface Maintained {
  id: Generated<number>
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

export interface RoleTable extends Maintained {
  roleCode: string
  roleName: string
  userType: UserType
  description: string | null
  permissions: readonly string[]
  isEnabled: Generated<boolean>
  isSystem: Generated<boolean>
}

export interface UserTable extends Maintained {
  userName: string
  fullName: string
  email: string
  phoneNumber: string | null
  jobTitle: string | null
  userType: UserType
  companyNo: string | null
  corporateNo: string | null
  rewardPointId: string | null
  roles: readonly string[]
  status: Generated<UserStatus>
  isEnabled: Generated<boolean>
  lockedUntil: Date | null
  lastLoginAt: Date | null
  passwordHash: string | null
  passwordChangedAt: Date | null
  /** YYYY-MM-DD */
  limitDate: string | null
  mustChangePassword: Generated<boolean>
  userVersion: Generated<number>
  deletedAt: Date | null
}

interface PasswordHistoryTable {
  userId: number
  changedAt: Date
  passwordHash: string
  sequence: Generated<number>
}

interface LoginAttemptTable {
  accountKey: string
  failedCount: number
  lockedUntil: Date | null
  triedAt: Date
}

interface SessionTable {
  id: string
  userId: number
  clientId: ClientId
  createdAt: Date
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  endedAt: Date | null
  endReason: string | null
}

interface RefreshTokenTable {
  tokenHash: string
  sessionId: string
  generation: number
  issuedAt: Date
  expiresAt: Date
  usedAt: Date | null
}

interface PasswordResetTable {
  id: Generated<number>
  userId: number
  tokenHash: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

interface UsedCaptchaTable {
  nonce: string
  expiresAt: Date
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    appRole: RoleTable
    appUser: UserTable
    passwordHistory: PasswordHistoryTable
    loginAttempt: LoginAttemptTable
    session: SessionTable
    refreshToken: RefreshTokenTable
    passwordReset: PasswordResetTable
    usedCaptcha: UsedCaptchaTable
  }
}
