import { taipeiDate } from '../../../rules/dates.ts'
import type { Access, Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { type Account, findAccountById } from '../accounts.ts'
import { isBlocked } from '../login/refreshLogin.ts'
import { mustChangePassword } from '../tokens/claims.ts'
import { findAbsentUser } from './absentActor.ts'
import { readableCompaniesOf } from './actorOf.ts'

/** A session and its user, as read from the database. */
export interface SessionState {
  readonly account: Account | undefined
  readonly isOpen: boolean
  readonly mustChangePassword: boolean
  /** Null means no limit. */
  readonly readableCompanyNos: readonly string[] | null
}

/** Reads sessions for every request and caches them for a second, so that a burst of calls queries the database once. */
export interface SessionReader {
  read(db: Executor, sessionId: string, userId: number, now: Date): Promise<SessionState>
  /** Finds those sessions that have ended, in one query. For event streams, which stay open long after they were authorized. */
  findEnded(db: Executor, open: readonly Access[], now: Date): Promise<ReadonlySet<Access>>
  /** A user as they are now, for work that they have asked for; undefined when they could not sign in. */
  findActor(db: Executor, userId: number, now: Date): Promise<Actor | undefined>
  /** Clears the cache; called when this process ended sessions or changed accounts. */
  forgetAll(): void
}

/** Longest time in which another process may still accept an ended session (security baseline). */
const lifeMs = 1000
const sessionsMax = 10_000

interface Entry {
  readonly readAt: number
  readonly state: Promise<SessionState>
}

export function createSessionReader(): SessionReader {
  const entries = new Map<string, Entry>()
  return {
    async read(db, sessionId, userId, now) {
      const known = entries.get(sessionId)
      if (known && Date.now() - known.readAt < lifeMs) return known.state
      if (entries.size >= sessionsMax) entries.clear()
      const entry = { readAt: Date.now(), state: readState(db, sessionId, userId, now) }
      entries.set(sessionId, entry)
      // A failed query must not be cached.
      entry.state.catch(() => entries.delete(sessionId))
      return entry.state
    },
    async findEnded(db, open, now) {
      const ended = await findEnded(db, open, now)
      // The cache may still contain these sessions as open.
      for (const { sessionId } of ended) entries.delete(sessionId)
      return ended
    },
    findActor: async (db, userId, now) => (await findAbsentUser(db, userId, now))?.actor,
    forgetAll: () => entries.clear(),
  }
}

async function findEnded(db: Executor, open: readonly Access[], now: Date): Promise<ReadonlySet<Access>> {
  if (open.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select(['session.id', 'appUser.id as userId', 'appUser.userVersion', 'appUser.status', 'appUser.lockedUntil'])
    .where('session.id', 'in', [...new Set(open.map(({ sessionId }) => sessionId))])
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', now)
    .where('appUser.deletedAt', 'is', null)
    .execute()
  const good = new Map(rows.filter((row) => !isBlocked(row)).map((row) => [row.id, row]))
  const isGood = ({ sessionId, userId, userVersion, expiresAt }: Access): boolean => {
    const row = good.get(sessionId)
    return row !== undefined && row.userId === userId && row.userVersion === userVersion && expiresAt > now
  }
  return new Set(open.filter((access) => !isGood(access)))
}

async function readState(db: Executor, sessionId: string, userId: number, now: Date): Promise<SessionState> {
  const session = await db
    .selectFrom('session')
    .select(['endedAt', 'expiresAt'])
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  const account = await findAccountById(db, userId)
  const today = taipeiDate(now)
  return {
    account,
    isOpen: session !== undefined && session.endedAt === null && session.expiresAt > now,
    mustChangePassword: account !== undefined && mustChangePassword(account, today),
    readableCompanyNos: await readableCompaniesOf(db, account, today),
  }
}
