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
import { monthOf } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type ApprovedChange, approvedChangesSql, valuesOn } from '../../company/public.ts'
import { type DiscountTier, numberedTiers } from '../../pricing/public.ts'
import type { BilledPeriod } from './readPeriods.ts'

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

/** Reads the company as it was on the last day of a period. @throws Error when it does not exist */
export async function readBilledCompany(db: Executor, { companyNo, endDate }: BilledPeriod): Promise<BilledCompany> {
  const { rows } = await sql<CompanyRow & { readonly approved: readonly ApprovedChange[] | null }>`
    select c.company_name, c.tax_number, c.settlement_mode, c.payment_term_days, c.dp_proc_fee_rate, ${approvedChangesSql} as approved
    from company c where c.company_no = ${companyNo}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`no company ${companyNo}`)
  const { approved, ...current } = row
  const changes = approved ?? []
  const { dpProcFeeRate: _, ...lastDay } = valuesOn<CompanyRow>(current, changes, endDate)
  return { ...lastDay, dpProcFeeRateOn: (date) => valuesOn<CompanyRow>(current, changes, date).dpProcFeeRate }
}

/** A monthly discount in force. */
export interface MonthlyDiscount {
  readonly feeType: FeeType
  readonly tiers: readonly DiscountTier[]
  readonly combineGroup: boolean
}

/** Reads the approved monthly discounts of a company in the month of a period: at most one for each fee. */
export async function readDiscounts(db: Executor, { companyNo, startDate }: BilledPeriod): Promise<readonly MonthlyDiscount[]> {
  const month = monthOf(startDate)
  const rows = await db
    .selectFrom('companyDiscount')
    .select(['feeType', 'tiers', 'combineGroup'])
    .where('companyNo', '=', companyNo)
    .where('status', '=', settingStatus.approved)
    .where('startMonth', '<=', month)
    .where('endMonth', '>=', month)
    .orderBy('approvedAt', 'desc')
    .execute()
  const kinds = [feeType.issue, feeType.redeemProcessing]
  return kinds.flatMap((kind) => {
    const row = rows.find((one) => one.feeType === kind)
    return row ? [{ ...row, tiers: numberedTiers(row.tiers) }] : []
  })
}

/**
 * Numbers of the companies that are combined with a company for discounts on any day of a period, sorted, itself included. These are the
 * members of its group, when the group allows it and a member has a discount that asks for it; otherwise only the company itself.
 */
export async function readCombined(db: Executor, { companyNo, startDate, endDate }: BilledPeriod): Promise<readonly string[]> {
  const month = monthOf(startDate)
  const { rows } = await sql<{ companyNo: string }>`
    with combined as (
      select distinct m."companyNo" as company_no
      from company_group g, jsonb_to_recordset(g.members) as m ("companyNo" text, "joinDate" text, "leaveDate" text)
      where g.members @> ${JSON.stringify([{ companyNo }])}::jsonb and g.status = ${recordStatus.enabled} and g.combine_discount
        and m."joinDate" <= ${endDate} and coalesce(m."leaveDate", '9999-12-31') >= ${startDate}
    )
    select c.company_no from combined c
    where exists (select from combined own where own.company_no = ${companyNo}) and exists (
      select from company_discount d join combined other on other.company_no = d.company_no
      where d.combine_group and d.status = ${settingStatus.approved} and d.start_month <= ${month} and d.end_month >= ${month})
    order by c.company_no`.execute(db)
  return rows.length === 0 ? [companyNo] : rows.map((row) => row.companyNo)
}

/** Discount rate of the latest earlier statement in force that issued more points than were returned; 0 when there is none. */
export async function readLastRate(db: Executor, { companyNo, startDate }: BilledPeriod): Promise<number> {
  const row = await db
    .selectFrom('statement')
    .select('discountRate')
    .where('companyNo', '=', companyNo)
    .where('statementKind', '=', statementKind.monthly)
    .where('status', '<>', statementStatus.reopened)
    .where('netApPoints', '>', 0)
    .where('endDate', '<', startDate)
    .orderBy('endDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.discountRate ?? 0)
}
