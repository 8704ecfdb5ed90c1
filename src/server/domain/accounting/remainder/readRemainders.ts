import { sql } from 'kysely'
import { lotMove } from '../../../../rules/codes.generated.ts'
import { addDays, addMonths, startOfTaipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { ExpiredLots, RemainderMoves } from '../calculation/remainder.ts'

/** A month that has ended. */
export interface RemainderMonth {
  /** yyyyMM. */
  readonly periodNo: string
  /** YYYY-MM-DD, inclusive. */
  readonly startDate: string
  readonly endDate: string
}

type MonthMoves = Omit<RemainderMoves, 'openingPoints'> & { readonly companyNo: string }

/** Sums what was posted in a month, by issuer. */
export async function readMoves(db: Executor, month: RemainderMonth): Promise<readonly MonthMoves[]> {
  const sumOf = (move: string, sign: 1 | -1 = 1) =>
    sql`coalesce(sum(${sql.lit(sign)} * points) filter (where move = ${sql.lit(move)}), 0)::bigint`
  const { rows } = await sql<MonthMoves>`
    select company_no, ${sumOf('issued')} as issued_points, ${sumOf('returned', -1)} as returned_points, ${sumOf('redeemed', -1)} as redeemed_points,
      ${sumOf('redeemReturn')} as redeem_return_points, ${sumOf('converted', -1)} as converted_points, ${sumOf('expired', -1)} as expired_points,
      ${sumOf('repaid')} as repaid_points, ${sumOf('adjusted')} as adjusted_points, ${sumOf('writeOff')} as write_off_points
    from remainder_move
    where transaction_id >= ${firstIdFrom(month.startDate)} and ${isByEndOf(month)}
    group by company_no`.execute(db)
  return rows
}

/** Figures of one issuer: remaining points by time of expiry, the debts of its members, and its expired lots of the last three years. */
export interface IssuerLots extends ExpiredLots {
  readonly companyNo: string
  readonly expire3m: number
  readonly expire12m: number
  readonly expireLater: number
  readonly owedPoints: number
}

/**
 * Reads lots and debts as they were at the end of a month. Lots come from their own tables, not from `remainder_move`, whose names of the
 * moves need all transactions: each month reads all lots from the first one on. A lot is never newer than what is taken from it.
 */
export async function readLots(db: Executor, month: RemainderMonth): Promise<readonly IssuerLots[]> {
  const { endDate } = month
  const [soon, thisYear] = [addMonths(endDate, 3), addMonths(endDate, 12)]
  const past = sql`expire_date > ${addMonths(endDate, -36)} and expire_date <= ${endDate}`
  const { rows } = await sql<IssuerLots>`
    with lot as (
      select l.id, l.issuer_company_no, l.expire_date, l.issued_points
      from point_lot l join point_account a on a.id = l.account_id and a.class = 'MEMBER' where l.${isByEndOf(month)}
    ), part as (
      select issuer_company_no, expire_date, issued_points as points, 1 as lots, issued_points, 0 as expired_points from lot
      union all
      select l.issuer_company_no, l.expire_date, -m.points, 0, 0,
        case m.allocation_kind when ${sql.lit(lotMove.expire)} then m.points else 0 end
      from lot_allocation m join lot l on l.id = m.lot_id where m.${isByEndOf(month)}
    ), issuer as (
      select issuer_company_no as company_no, sum(points) filter (where expire_date <= ${soon}) as expire3m,
        sum(points) filter (where expire_date > ${soon} and expire_date <= ${thisYear}) as expire12m,
        sum(points) filter (where expire_date > ${thisYear}) as expire_later,
        sum(lots) filter (where ${past}) as lot_count, sum(issued_points) filter (where ${past}) as issued_points,
        sum(expired_points) filter (where ${past}) as expired_points
      from part group by 1
    ), debt as (
      select company_no, -sum(points) as owed_points from remainder_move where lot_id is null and ${isByEndOf(month)} group by 1
    )
    select company_no, coalesce(expire3m, 0)::bigint as expire3m, coalesce(expire12m, 0)::bigint as expire12m,
      coalesce(expire_later, 0)::bigint as expire_later, coalesce(owed_points, 0)::bigint as owed_points, coalesce(lot_count, 0)::int as lot_count,
      coalesce(issued_points, 0)::bigint as issued_points, coalesce(expired_points, 0)::bigint as expired_points
    from issuer full join debt using (company_no)`.execute(db)
  return rows
}

function isByEndOf({ endDate }: RemainderMonth) {
  return sql<boolean>`transaction_id < ${firstIdFrom(addDays(endDate, 1))}`
}

/** Smallest transaction id that a posting on this day or later can have. */
function firstIdFrom(date: string) {
  return sql<number>`ledger_transaction_id(${startOfTaipeiDate(date)}, 0)`
}

/**
 * Checks a month against the ledger (I3). Two sums must hold: its closing points plus all later postings are the balances of the members;
 * and the points of all holders are what came in less what went out. One statement reads everything, so that all numbers are of one moment.
 */
export async function agreesWithLedger(db: Executor, { periodNo, endDate }: RemainderMonth): Promise<boolean> {
  const { rows } = await sql<{ agrees: boolean }>`
    select r.closing + e.later = a.members and a.held = d.outstanding as agrees
    from (select coalesce(sum(closing_points), 0) as closing from remainder_point where period_no = ${periodNo}) r,
      (select coalesce(sum(points), 0) as later from point_entry
        where account_class = 'MEMBER' and id >= ${firstIdFrom(addDays(endDate, 1))}) e,
      (select coalesce(sum(balance) filter (where class = 'MEMBER'), 0) as members, coalesce(sum(balance), 0) as held from point_account) a,
      (select coalesce(-sum(points), 0) as outstanding from account_daily where not holder_class(account_class)) d`.execute(db)
  return rows[0]?.agrees === true
}
