import { sql } from 'kysely'
import { addDays, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'

/** What a member's account holds, and what of it ends soon. */
export interface OwnBalance {
  readonly balance: number
  /** Points that end within 30 days, today included. */
  readonly expiring30: number
  /** The next day on which points end, YYYY-MM-DD. */
  readonly expiringDate: string | null
}

const expiringDays = 30

/** Lots past their last day are left out, even before the nightly job has expired them. */
export async function readBalance(db: Executor, corporateNo: string, now: Date): Promise<OwnBalance> {
  const today = taipeiDate(now)
  const { rows } = await sql<OwnBalance>`
    select coalesce(sum(l.remaining_points), 0)::bigint as balance,
      coalesce(sum(l.remaining_points) filter (where l.expire_date <= ${addDays(today, expiringDays)}), 0)::bigint as expiring30,
      min(l.expire_date) as expiring_date
    from point_account a join point_lot l on l.account_id = a.id and l.remaining_points > 0 and l.expire_date >= ${today}
    where a.class = 'CORP' and a.owner_id = ${corporateNo}`.execute(db)
  return rows[0] ?? { balance: 0, expiring30: 0, expiringDate: null }
}

export interface OwnEntry {
  readonly date: Date
  readonly transactionNo: string
  /** Dictionary TxnKind. */
  readonly kind: string
  /** One of the two is 0. */
  readonly pointsIn: number
  readonly pointsOut: number
  /** After this entry, by the dates. */
  readonly balance: number
  readonly remark: string | null
}

/** Days of Taipei, both inclusive. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface OwnEntries {
  readonly totalCount: number
  readonly rows: readonly OwnEntry[]
}

/** Entries of the own account by their dates, newest first, those of one moment as they were posted; balances in this order. */
export async function readEntries(
  db: Executor,
  corporateNo: string,
  { from, to }: DayRange,
  page: { readonly offset: number; readonly limit: number },
): Promise<OwnEntries> {
  const own = sql`
    from corporate_point_history
    where corporate_no = ${corporateNo} and business_date >= coalesce(${from ?? null}::date, business_date)
      and business_date <= coalesce(${to ?? null}::date, business_date)`
  const count = await sql<{ count: number }>`select count(*) as count ${own}`.execute(db)
  const { rows } = await sql<OwnEntry>`
    select business_at as date, transaction_no, txn_kind as kind, coalesce(points_in, 0) as points_in, coalesce(points_out, 0) as points_out,
      balance, remark
    ${own} order by business_at desc, account_seq desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { totalCount: Number(count.rows[0]?.count ?? 0), rows }
}
