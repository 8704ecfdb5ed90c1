import { sql } from 'kysely'
import { userStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { type AttemptState, noAttempts } from './loginAttempts.ts'

/**
 * Reads the attempts of an account name, and locks the row until the transaction ends, so that the count is exact under parallel attempts.
 */
export async function lockAttempts(trx: Trx, key: string, now: Date): Promise<AttemptState> {
  await trx
    .insertInto('loginAttempt')
    .values({ accountKey: key, ...noAttempts, triedAt: now })
    .onConflict((conflict) => conflict.column('accountKey').doNothing())
    .execute()
  return trx
    .selectFrom('loginAttempt')
    .select(['failedCount', 'lockedUntil'])
    .where('accountKey', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveAttempts(trx: Trx, key: string, state: AttemptState, now: Date): Promise<void> {
  await trx
    .updateTable('loginAttempt')
    .set({ failedCount: state.failedCount, lockedUntil: state.lockedUntil, triedAt: now })
    .where('accountKey', '=', key)
    .execute()
}

export async function clearAttempts(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx.deleteFrom('loginAttempt').where('accountKey', 'in', keys).execute()
}

/**
 * Sets the lock in the user list. Also runs for unknown names, without effect, so that both cases take the same time.
 *
 * @param accountId 0 for an unknown account
 */
export async function showLock(trx: Trx, accountId: number, lockedUntil: Date): Promise<void> {
  await sql`update app_user set status = ${sql.lit(userStatus.locked)}, locked_until = ${lockedUntil} where id = ${accountId}
    and status = ${sql.lit(userStatus.enabled)}`.execute(trx)
}
