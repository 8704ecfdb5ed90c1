import { userStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { asEssential } from '../../platform/database/workKind.ts'
import { type Account, findAccountById } from '../accounts.ts'
import type { IdentityServices } from '../services.ts'
import type { ClientId } from '../tables.ts'
import { deriveSuccessor, hashToken, judgeRefreshToken } from '../tokens/refreshToken.ts'
import { endSession, insertRefreshToken } from '../tokens/sessions.ts'

export type RefreshOutcome =
  | { readonly kind: 'refreshed'; readonly account: Account; readonly sessionId: string; readonly refreshToken: string }
  /** The token is unknown, ended or too old. */
  | { readonly kind: 'refused' }
  /** The token was used twice, so two parties have it; the session was ended. */
  | { readonly kind: 'reused'; readonly userName: string | null; readonly sessionId: string }
  /** The account is disabled, or locked by an administrator. */
  | { readonly kind: 'blocked' }

/**
 * Exchanges a refresh token for the next one. The session row is locked, so that parallel requests with one token get the same successor.
 */
export function signInByRefresh(services: IdentityServices, token: string, clientId: ClientId): Promise<RefreshOutcome> {
  return asEssential(() => transact(services.db, (trx) => rotate(services, trx, token, clientId)))
}

async function rotate(services: IdentityServices, trx: Trx, token: string, clientId: ClientId): Promise<RefreshOutcome> {
  const now = services.clock.now()
  const session = await lockSessionOf(trx, token, clientId)
  if (!session) return { kind: 'refused' }
  const account = await findAccountById(trx, session.userId)
  if (account && isBlocked(account)) return { kind: 'blocked' }
  if (!account || session.endedAt !== null || session.expiresAt <= now) return { kind: 'refused' }

  const presented = await findToken(trx, token)
  const verdict = judgeRefreshToken(presented, await findNewestGeneration(trx, session.id), now)
  if (verdict === 'expired') return { kind: 'refused' }
  if (verdict === 'reused') {
    await endSession(trx, session.id, 'reuse', now)
    return { kind: 'reused', userName: account.userName, sessionId: session.id }
  }
  const refreshToken = deriveSuccessor(token, services.refreshKey)
  if (verdict === 'rotate') {
    await markUsed(trx, token, now)
    await insertRefreshToken(trx, {
      token: refreshToken,
      sessionId: session.id,
      generation: presented.generation + 1,
      now,
      sessionExpiresAt: session.expiresAt,
      life: services.sessionLife,
    })
  }
  return { kind: 'refreshed', account, sessionId: session.id, refreshToken }
}

/**
 * True when the account is disabled, or locked without an end. A lock that ends by itself comes from wrong passwords and does not end open
 * sessions (security baseline).
 */
export function isBlocked(account: Pick<Account, 'status' | 'lockedUntil'>): boolean {
  return account.status === userStatus.disabled || (account.status === userStatus.locked && account.lockedUntil === null)
}

function lockSessionOf(trx: Trx, token: string, clientId: ClientId) {
  return trx
    .selectFrom('session')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('refreshToken').select('sessionId').where('tokenHash', '=', hashToken(token)))
    .where('clientId', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
}

function findToken(trx: Trx, token: string) {
  return trx
    .selectFrom('refreshToken')
    .select(['generation', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
}

async function findNewestGeneration(trx: Trx, sessionId: string): Promise<number> {
  const newest = await trx
    .selectFrom('refreshToken')
    .select((eb) => eb.fn.max('generation').as('generation'))
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow()
  return Number(newest.generation)
}

async function markUsed(trx: Trx, token: string, now: Date): Promise<void> {
  await trx.updateTable('refreshToken').set({ usedAt: now }).where('tokenHash', '=', hashToken(token)).execute()
}
