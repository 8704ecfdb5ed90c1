import type { Database } from '../platform/database/tables.ts'
import type { TryLimit } from '../platform/tryLimit.ts'
import type { PasswordHasher } from './passwords/passwordHasher.ts'
import type { AccessTokens } from './tokens/accessToken.ts'
import type { SessionLife } from './tokens/sessions.ts'

/** Services for the use cases of identity; made once by the plugin. */
export interface IdentityServices {
  readonly db: Database
  readonly clock: { now(): Date }
  readonly hasher: PasswordHasher
  readonly accessTokens: AccessTokens
  readonly sessionLife: SessionLife
  readonly lockMinutes: number
  /** Links in mails start with it; no trailing slash. */
  readonly publicUrl: string
  /** HMAC key for deriving the next refresh token. */
  readonly refreshKey: Uint8Array
  /** Limit of wrong sign-ins per address. */
  readonly loginFailures: TryLimit
  /** Limit of requests for a reset link per account. */
  readonly resetRequests: TryLimit
}
