import type { Database } from '../platform/database/tables.ts'
import type { TryLimit } from '../platform/tryLimit.ts'
import type { PasswordHasher } from './passwords/passwordHasher.ts'
import type { AccessTokens } from './tokens/accessToken.ts'
import type { SessionLife } from './tokens/sessions.ts'

/** What the use cases of identity work with; made once by the plugin. */
export interface IdentityServices {
  readonly db: Database
  readonly clock: { now(): Date }
  readonly hasher: PasswordHasher
  readonly accessTokens: AccessTokens
  readonly sessionLife: SessionLife
  readonly lockMinutes: number
  /** Base of links in mails, without trailing slash. */
  readonly publicUrl: string
  /** HMAC key of refresh token successors. */
  readonly refreshKey: Uint8Array
  /** Wrong sign-ins per address. */
  readonly loginFailures: TryLimit
  /** Requests for a reset link per account. */
  readonly resetRequests: TryLimit
}
