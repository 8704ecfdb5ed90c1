import type { FastifyRequest } from 'fastify'
import type { Access, Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import { isBlocked } from '../login/refreshLogin.ts'
import type { AccessTokens } from '../tokens/accessToken.ts'
import { actorOf } from './actorOf.ts'
import type { SessionReader } from './sessionReader.ts'

/** Errors of domain 3.1. The client refreshes its token on 401 and goes to /login on 423. */
export const signInAgain = () => new ApiError(401, 'UNAUTHORIZED', '請重新登入')
export const accountBlocked = () => new ApiError(423, 'ACCOUNT_BLOCKED', '帳號已停用或鎖定，請洽系統管理人員。')

export interface AuthenticationServices {
  readonly db: Database
  readonly clock: { now(): Date }
  readonly accessTokens: AccessTokens
  readonly sessions: SessionReader
}

export interface Authentication {
  readonly actor: Actor
  readonly access: Access
  /** When true, the user may only change the password and sign out. */
  readonly mustChangePassword: boolean
}

/**
 * Finds the actor of a bearer token. A valid signature is not enough: session and account are read from the database.
 *
 * @returns null without a bearer token
 * @throws 401 when the token, its session or its version is no longer valid, 423 when the account is blocked
 */
export async function authenticate(services: AuthenticationServices, request: FastifyRequest): Promise<Authentication | null> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return null
  const now = services.clock.now()
  const reading = await services.accessTokens.read(token, now)
  if (reading.kind !== 'valid') throw signInAgain()
  const { userId, sessionId, userVersion } = reading.access
  const state = await services.sessions.read(services.db, sessionId, userId, now)
  if (state.account && isBlocked(state.account)) throw accountBlocked()
  if (!state.account || !state.isOpen || state.account.userVersion !== userVersion) throw signInAgain()
  return {
    actor: actorOf(state.account, { sessionId, ipAddress: request.ip, readableCompanyNos: state.readableCompanyNos }),
    access: reading.access,
    mustChangePassword: state.mustChangePassword,
  }
}
