import { sql } from 'kysely'
import { txnKind } from '../../../rules/codes.generated.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Trx } from '../../platform/database/tables.ts'

/** Kinds of transactions that R01 counts. */
export const burstKinds = [
  txnKind.issue,
  txnKind.redeem,
  txnKind.issueReturn,
  txnKind.redeemReturn,
  txnKind.convertIn,
  txnKind.convertOut,
] as const

/** Transactions of a member around a posting that is not written yet, of the kinds that R01 counts. */
export interface NearTransactions {
  /** They were read this far back and ahead of the posting's business time. */
  readonly minutes: number
  /** Business times in milliseconds, in any order. */
  readonly times: readonly number[]
}

/**
 * Transactions of the member within the window of one of which the posting is part, by business time and with the posting itself: copies
 * of yesterday's sales that come in late and in any order count as they happened.
 *
 * @param minutes length of the window; a transaction exactly so many minutes earlier still counts
 */
export function countBurst({ times }: NearTransactions, at: Date, minutes: number): number {
  const spanMs = minutes * 60_000
  const own = at.getTime()
  const sorted = [...times, own].sort((one, other) => one - other)
  let count = 0
  let first = 0
  for (const [index, time] of sorted.entries()) {
    while ((sorted[first] as number) < time - spanMs) first += 1
    // Windows that end before the posting do not hold it, and those that begin after it are not about it.
    if (time >= own && time <= own + spanMs) count = Math.max(count, index - first + 1)
  }
  return count
}

/** The same of a posting that is written in this transaction already. */
export async function readBurst(trx: Trx, memberNo: string, at: Date, minutes: number): Promise<number> {
  const span = sql`make_interval(mins => ${minutes}::int)`
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(near.count), 0)::int as count from (
      select t.business_at, count(*) over (order by t.business_at range between ${span} preceding and current row) as count
      from point_transaction t
      where t.member_no = ${memberNo} and t.kind in (${literals(...burstKinds)})
        and t.business_at between ${at}::timestamptz - ${span} and ${at}::timestamptz + ${span}
    ) near
    where near.business_at >= ${at}`.execute(trx)
  return rows[0]?.count ?? 0
}
