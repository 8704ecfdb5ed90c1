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

/** Lots past their day count no more, even before the nightly job takes them out. */
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
  /** After this entry. */
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

/** Entries of the own account, newest first. */
export async function readEntries(
  db: Executor,
  corporateNo: string,
  { from, to }: DayRange,
  page: { readonly offset: number; readonly limit: number },
): Promise<OwnEntries> {
  const source = sql`
    from point_account a join point_entry e on e.account_id = a.id join point_transaction t on t.id = e.transaction_id
    where a.class = 'CORP' and a.owner_id = ${corporateNo}
      and t.business_date >= coalesce(${from ?? null}::date, t.business_date) and t.business_date <= coalesce(${to ?? null}::date, t.business_date)`
  const count = await sql<{ count: number }>`select count(*) as count ${source}`.execute(db)
  const { rows } = await sql<OwnEntry>`
    select t.business_at as date, t.transaction_no, t.kind, greatest(e.points, 0) as points_in, greatest(-e.points, 0) as points_out,
      e.balance_after as balance, t.remark
    ${source} order by e.account_seq desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { totalCount: Number(count.rows[0]?.count ?? 0), rows }
}
