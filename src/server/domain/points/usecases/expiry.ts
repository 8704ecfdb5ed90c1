import { sql } from 'kysely'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Database, Executor } from '../../../platform/database/tables.ts'
import { transactWithRetry } from '../../../platform/database/transactWithRetry.ts'
import { lateExpiry } from '../domain/expire.ts'
import type { AccountRef } from '../domain/kinds.ts'
import { LockedRows } from '../post/lockedRows.ts'
import type { PostingPort } from '../post/postingPort.ts'
import { writePostings } from '../post/write.ts'
import { hold } from './holding.ts'

/** Posts what has expired of one holder; true when there was something. Safe to repeat and beside any posting. */
export async function expireHolder(port: PostingPort, owner: AccountRef, now: Date): Promise<boolean> {
  const holding = await hold(port, owner, taipeiDate(now))
  const context = { now, businessAt: now, source: { work: 'EXPIRE', workId: '' }, companyNo: null, retailStoreNo: null, createdBy: '系統' }
  const written = await writePostings(port, holding.accounts, lateExpiry(holding.expiry, context, holding.account))
  return written.length > 0
}

const batchSize = 500

async function expiredHolders(db: Executor, today: string, afterAccount: number): Promise<readonly { id: number; account: AccountRef }[]> {
  const { rows } = await sql<{ id: number; class: AccountRef['class']; ownerId: string }>`
    select a.id, a.class, a.owner_id from point_account a
    where a.id > ${afterAccount} and a.id in (select l.account_id from point_lot l where l.remaining_points > 0 and l.expire_date < ${today})
    order by a.id limit ${batchSize}`.execute(db)
  return rows.map(({ id, class: accountClass, ownerId }) => ({ id, account: { class: accountClass, ownerId } }))
}

/** How far an expiry run has come; saved by the job, so that a run after a crash goes on. */
export interface ExpiryProgress {
  readonly afterAccount: number
  readonly holders: number
}

/**
 * The daily expiry (00:30 Taipei): one transaction per holder, so that nobody waits for the whole run and a crash loses nothing.
 *
 * @param onBatch called with the progress after each batch; may throw to stop
 * @returns number of holders that lost points
 */
export async function expireAll(
  db: Database,
  now: Date,
  start: ExpiryProgress = { afterAccount: 0, holders: 0 },
  onBatch: (progress: ExpiryProgress) => Promise<void> = async () => undefined,
): Promise<number> {
  let progress = start
  for (;;) {
    const batch = await expiredHolders(db, taipeiDate(now), progress.afterAccount)
    for (const { id, account } of batch) {
      const isExpired = await transactWithRetry(db, (trx) => expireHolder(new LockedRows(trx), account, now))
      progress = { afterAccount: id, holders: progress.holders + (isExpired ? 1 : 0) }
    }
    if (batch.length < batchSize) return progress.holders
    await onBatch(progress)
  }
}
