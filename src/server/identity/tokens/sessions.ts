import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { ClientId } from '../tables.ts'
import { createRefreshToken, hashToken } from './refreshToken.ts'

/** Why a session ended; stored with it. */
export type EndReason = 'logout' | 'password' | 'disabled' | 'role' | 'deleted' | 'reuse'

export interface SessionLife {
  readonly idleMinutes: number
  readonly absoluteHours: number
}

export interface NewSession {
  readonly userId: number
  readonly clientId: ClientId
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly now: Date
}

/** Opens a session with its first refresh token. */
export async function openSession(trx: Trx, session: NewSession, life: SessionLife): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = randomBytes(16).toString('hex')
  const refreshToken = createRefreshToken()
  const expiresAt = new Date(session.now.getTime() + life.absoluteHours * 3_600_000)
  await trx
    .insertInto('session')
    .values({
      id: sessionId,
      userId: session.userId,
      clientId: session.clientId,
      createdAt: session.now,
      expiresAt,
      ipAddress: session.ipAddress,
      userAgent: session.userAgent?.slice(0, 200) ?? null,
      endedAt: null,
      endReason: null,
    })
    .execute()
  await insertRefreshToken(trx, { token: refreshToken, sessionId, generation: 1, now: session.now, sessionExpiresAt: expiresAt, life })
  return { sessionId, refreshToken }
}

export interface NewRefreshToken {
  readonly token: string
  readonly sessionId: string
  readonly generation: number
  readonly now: Date
  readonly sessionExpiresAt: Date
  readonly life: SessionLife
}

/** Stores the hash of a refresh token. The token ends after the idle time, at the latest with the session. */
export async function insertRefreshToken(trx: Trx, token: NewRefreshToken): Promise<void> {
  const idleEnd = token.now.getTime() + token.life.idleMinutes * 60_000
  await trx
    .insertInto('refreshToken')
    .values({
      tokenHash: hashToken(token.token),
      sessionId: token.sessionId,
      generation: token.generation,
      issuedAt: token.now,
      expiresAt: new Date(Math.min(idleEnd, token.sessionExpiresAt.getTime())),
      usedAt: null,
    })
    .execute()
}

export async function endSession(db: Executor, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ endedAt: now, endReason: reason })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends all open sessions of users. */
export async function endSessionsOfUsers(trx: Trx, userIds: readonly number[], reason: EndReason, now: Date): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .updateTable('session')
    .set({ endedAt: now, endReason: reason })
    .where('userId', 'in', userIds)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends the sessions of all holders of a role, because its permissions changed. */
export async function endSessionsOfRole(trx: Trx, roleCode: string, now: Date): Promise<void> {
  await sql`
    update session set ended_at = ${now}, end_reason = 'role'
    where ended_at is null and user_id in (select id from app_user where roles @> ${JSON.stringify(roleCode)}::jsonb)`.execute(trx)
}

/** Invalidates the access tokens of a user, because their claims are outdated. The client refreshes and gets new ones. */
export async function raiseUserVersion(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('appUser')
    .set((eb) => ({ userVersion: eb('userVersion', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}
