import { sql } from 'kysely'
import {
  type FeeType,
  feeType,
  recordStatus,
  type SettlementMode,
  settingStatus,
  statementKind,
  statementStatus,
} from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import { rowsBy } from '../../../platform/database/rowsBy.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type ApprovedChange, approvedChangesSql, valuesOn } from '../../company/public.ts'
import { type DiscountTier, numberedTiers } from '../../pricing/public.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'

/** What a statement needs to know of its company. */
export interface BilledCompany {
  readonly companyName: string
  readonly taxNumber: string
  readonly settlementMode: SettlementMode
  readonly paymentTermDays: number
  /** Processing fee in percent of the redeemed amount on a day (YYYY-MM-DD). */
  dpProcFeeRateOn(date: string): number
}

interface CompanyRow {
  readonly companyName: string
  readonly taxNumber: string
  readonly settlementMode: SettlementMode
  readonly paymentTermDays: number
  readonly dpProcFeeRate: number
}

/** Reads the companies of periods, each as it was on the last day of its period. */
export async function readBilledCompanies(
  db: Executor,
  periods: readonly Pick<BilledPeriod, 'companyNo'>[],
): Promise<{ of(period: Pick<BilledPeriod, 'companyNo' | 'endDate'>): BilledCompany }> {
  const { rows } = await sql<CompanyRow & { readonly companyNo: string; readonly approved: readonly ApprovedChange[] | null }>`
    select c.company_no, c.company_name, c.tax_number, c.settlement_mode, c.payment_term_days, c.dp_proc_fee_rate,
      ${approvedChangesSql} as approved
    from company c where c.company_no = any (${periods.map(({ companyNo }) => companyNo)}::text[])`.execute(db)
  const byNo = new Map(rows.map((row) => [row.companyNo, row]))
  return {
    of({ companyNo, endDate }) {
      const row = byNo.get(companyNo)
      if (!row) throw new Error(`no company ${companyNo}`)
      const { approved, companyNo: _, ...current } = row
      const changes = approved ?? []
      const { dpProcFeeRate: __, ...lastDay } = valuesOn<CompanyRow>(current, changes, endDate)
      return { ...lastDay, dpProcFeeRateOn: (date) => valuesOn<CompanyRow>(current, changes, date).dpProcFeeRate }
    },
  }
}

/** A monthly discount in force. */
export interface MonthlyDiscount {
  readonly feeType: FeeType
  readonly tiers: readonly DiscountTier[]
  readonly combineGroup: boolean
}

/** Reads the approved monthly discounts of companies in the months of their periods: at most one for each fee, by period. */
export async function readDiscounts(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, readonly MonthlyDiscount[]>> {
  const { rows } = await sql<MonthlyDiscount & { readonly periodId: number }>`
    select distinct on (p.id, d.fee_type) p.id as period_id, d.fee_type, d.tiers, d.combine_group
    from company_period p join company_discount d on d.company_no = p.company_no and ${isInForce}
    where p.id = any (${ids}::bigint[]) and d.fee_type in (${literals(feeType.issue, feeType.redeemProcessing)})
    order by p.id, d.fee_type, d.approved_at desc`.execute(db)
  return rowsBy(
    rows.map((row) => ({ ...row, tiers: numberedTiers(row.tiers) })),
    'periodId',
  )
}

/** A discount `d` was approved for the month of a period `p`. */
const isInForce = sql`d.status = ${sql.lit(settingStatus.approved)}
  and to_char(p.start_date, 'YYYYMM') between d.start_month and d.end_month`

/**
 * Numbers of the companies that are combined with the company of each period for discounts on any day of it, sorted, itself included. These
 * are the members of its group, when the group allows it and a member has a discount that asks for it; otherwise only the company itself.
 */
export async function readCombined(
  db: Executor,
  periods: readonly Pick<BilledPeriod, 'id' | 'companyNo'>[],
): Promise<{ of(period: Pick<BilledPeriod, 'id' | 'companyNo'>): readonly string[] }> {
  const { rows } = await sql<{ periodId: number; companyNos: readonly string[] }>`
    with combined as (
      select distinct p.id as period_id, p.company_no as own, p.start_date, m."companyNo" as company_no
      from company_period p
      join company_group g on g.members @> jsonb_build_array(jsonb_build_object('companyNo', p.company_no)),
        jsonb_to_recordset(g.members) as m ("companyNo" text, "joinDate" date, "leaveDate" date)
      where p.id = any (${periods.map(({ id }) => id)}::bigint[]) and g.status = ${recordStatus.enabled} and g.combine_discount
        and m."joinDate" <= p.end_date and coalesce(m."leaveDate", 'infinity') >= p.start_date
    )
    select p.period_id, array_agg(p.company_no order by p.company_no) as company_nos from combined p
    group by p.period_id
    having bool_or(p.company_no = p.own)
      and bool_or(exists (select from company_discount d where d.company_no = p.company_no and d.combine_group and ${isInForce}))`.execute(
    db,
  )
  const byPeriod = new Map(rows.map(({ periodId, companyNos }) => [periodId, companyNos]))
  return { of: ({ id, companyNo }) => byPeriod.get(id) ?? [companyNo] }
}

/** Discount rate of the latest earlier statement in force that issued more points than were returned, by period; none when there is none. */
export async function readLastRates(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ periodId: number; discountRate: number }>`
    select distinct on (p.id) p.id as period_id, s.discount_rate
    from company_period p join statement s on s.company_no = p.company_no and s.end_date < p.start_date
    where p.id = any (${ids}::bigint[]) and s.statement_kind = ${statementKind.monthly} and s.status <> ${statementStatus.reopened}
      and s.net_ap_points > 0
    order by p.id, s.end_date desc`.execute(db)
  return new Map(rows.map(({ periodId, discountRate }) => [periodId, discountRate]))
}
