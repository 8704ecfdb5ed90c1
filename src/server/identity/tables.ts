import type { Generated } from 'kysely'

/** Where users sign in: staff and merchants at the console, corporate members at the portal. */
export type ClientId = 'console' | 'portal'

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
    passwordHistory: PasswordHistoryTable
    loginAttempt: LoginAttemptTable
    session: SessionTable
    refreshToken: RefreshTokenTable
    passwordReset: PasswordResetTable
    usedCaptcha: UsedCaptchaTable
  }
}
