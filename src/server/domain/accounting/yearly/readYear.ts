import { sql } from 'kysely'
import { type FeeType, feeType, recordStatus } from '../../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { type DiscountTier, numberedTiers } from '../../pricing/public.ts'

/** An approved setting for a company, year and fee. The close of the year uses it. */
export interface YearlySetting {
  readonly id: number
  readonly companyNo: string
  readonly year: number
  readonly feeType: FeeType
  readonly combineGroup: boolean
  readonly tiers: readonly DiscountTier[]
}

/** @throws Error when the setting does not exist */
export async function getYearlySetting(db: Executor, id: number): Promise<YearlySetting> {
  const { tiers, ...setting } = await db
    .selectFrom('yearlyDiscount')
    .select(['id', 'companyNo', 'year', 'feeType', 'combineGroup', 'tiers'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...setting, tiers: numberedTiers(tiers) }
}

/** A month that counts for a year, with its points and its fee of the kind of the setting; both are 0 while the month is open. */
export interface YearMonth {
  readonly companyNo: string
  readonly companyShortName: string
  readonly periodNo: string
  readonly periodId: number | null
  readonly isClosed: boolean
  readonly statementId: number | null
  readonly points: number
  /** Whole NT$ without tax. */
  readonly fee: number
}

/**
 * Reads the months of a year: those of the company, and those of the other companies of its group for the months in which both were
 * members, when group and setting combine discounts.
 */
export async function readYearMonths(db: Executor, setting: YearlySetting): Promise<readonly YearMonth[]> {
  const { companyNo, year } = setting
  const [points, fee] =
    setting.feeType === feeType.issue ? [sql`m.net_ap_points`, sql`m.ap_fee`] : [sql`m.net_dp_points`, sql`m.dp_proc_fee`]
  const members = setting.combineGroup
    ? sharedMonths(companyNo, year)
    : sql`select null::text as company_no, null::text as period_no where false`
  const { rows } = await sql<YearMonth>`
    with shared as (${members}), counted as (
      select ${companyNo}::text as company_no, own.period_no from company_year_months(${companyNo}, ${year}) own
      union select company_no, period_no from shared
    )
    select c.company_no, c.company_short_name, m.period_no, m.period_id, m.is_closed, m.statement_id, ${points} as points, ${fee} as fee
    from (select distinct company_no from counted) n
    join company c on c.company_no = n.company_no
    cross join lateral company_year_months(c.company_no, ${year}) m
    join counted on counted.company_no = c.company_no and counted.period_no = m.period_no
    order by c.company_no <> ${companyNo}, c.company_no, m.period_no`.execute(db)
  return rows
}

/** Months in which another company was in the same group as a company, and the group combined discounts. */
function sharedMonths(companyNo: string, year: number) {
  return sql`
    select distinct other."companyNo" as company_no, p.period_no
    from company_year_months(${companyNo}, ${year}) m
    join company_period p on p.id = m.period_id
    join company_group g on g.members @> ${JSON.stringify([{ companyNo }])}::jsonb
    cross join lateral jsonb_to_recordset(g.members) as own ("companyNo" text, "joinDate" date, "leaveDate" date)
    cross join lateral jsonb_to_recordset(g.members) as other ("companyNo" text, "joinDate" date, "leaveDate" date)
    where g.status = ${recordStatus.enabled} and g.combine_discount and own."companyNo" = ${companyNo} and other."companyNo" <> ${companyNo}
      and own."joinDate" <= p.end_date and coalesce(own."leaveDate", 'infinity') >= p.start_date
      and other."joinDate" <= p.end_date and coalesce(other."leaveDate", 'infinity') >= p.start_date`
}

/** Locks the months of a year, so that nobody reopens one until the transaction ends. */
export async function lockYearMonths(trx: Trx, setting: YearlySetting): Promise<void> {
  const ids = (await readYearMonths(trx, setting)).flatMap(({ periodId }) => (periodId === null ? [] : [periodId]))
  await sql`select id from company_period where id = any (${ids}::bigint[]) order by id for share`.execute(trx)
}
