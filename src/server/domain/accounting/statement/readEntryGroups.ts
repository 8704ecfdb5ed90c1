import { sql } from 'kysely'
import { txnKind } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { EntryGroup } from '../calculation/entryGroup.ts'
import type { BilledPeriod } from './readPeriods.ts'
import type { BilledCompany } from './readTerms.ts'

/** A group with the business date that decides its processing fee rate; null when no fee applies. */
export interface DatedGroup extends Omit<EntryGroup, 'dpProcFeeRate'> {
  readonly periodId: number
  readonly businessDate: string | null
}

/** Reads the entries of periods, summed by how they are billed. Uses one SQL statement for any number of periods. */
export async function readEntryGroups(
  db: Executor,
  periods: readonly { readonly id: number; readonly companyNo: string }[],
): Promise<readonly DatedGroup[]> {
  if (periods.length === 0) return []
  const [ids, companyNos] = [periods.map(({ id }) => id), periods.map(({ companyNo }) => companyNo)]
  const { rows } = await sql<DatedGroup>`
    select e.period_id, e.account_class, t.kind, e.component, coalesce(e.unit_price, 0) as unit_price,
      case when e.account_class = 'DEDUCT' then e.business_date end as business_date,
      sum(e.points)::bigint as points, count(*)::int as entry_count
    from unnest(${ids}::bigint[], ${companyNos}::text[]) as p (id, company_no)
    join point_entry e on e.company_no = p.company_no and e.period_id = p.id
    join point_transaction t on t.id = e.transaction_id
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Adds the processing fee rate of the business date to each group. */
export function withRates(
  groups: readonly DatedGroup[],
  company: Pick<BilledCompany, 'dpProcFeeRateOn'>,
): readonly (EntryGroup & { readonly periodId: number })[] {
  return groups.map(({ businessDate, ...group }) => ({
    ...group,
    dpProcFeeRate: businessDate === null ? 0 : company.dpProcFeeRateOn(businessDate),
  }))
}

export interface PeriodSales {
  /** Number of sales, and their NT$ less returns. */
  readonly transactionCount: number
  readonly salesAmount: number
  /** Entries whose business date is outside the period: they came after the period of that date was closed. */
  readonly lateCount: number
}

export async function readSales(db: Executor, { id, companyNo, startDate, endDate }: BilledPeriod): Promise<PeriodSales> {
  const { rows } = await sql<PeriodSales>`
    select count(*) filter (where t.kind <> ${txnKind.issueReturn})::int as transaction_count,
      coalesce(sum(case when t.kind = ${txnKind.issueReturn} then -t.amount else t.amount end), 0)::bigint as sales_amount,
      (select count(*)::int from point_entry e where e.company_no = ${companyNo} and e.period_id = ${id}
        and e.business_date not between ${startDate} and ${endDate}) as late_count
    from point_transaction t
    where t.kind = any (${[txnKind.issue, txnKind.issueBatch, txnKind.issueReturn]}::text[]) and exists (
      select from point_entry e where e.company_no = ${companyNo} and e.period_id = ${id} and e.transaction_id = t.id)`.execute(db)
  return rows[0] ?? { transactionCount: 0, salesAmount: 0, lateCount: 0 }
}
