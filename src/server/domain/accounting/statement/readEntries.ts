import { sql } from 'kysely'
import { txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import { rowsBy } from '../../../platform/database/rowsBy.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { EntryGroup } from '../calculation/entryGroup.ts'
import type { BilledCompany } from './readTerms.ts'

/** A group with the business date that decides its processing fee rate; null when no fee applies. */
export interface DatedGroup extends Omit<EntryGroup, 'dpProcFeeRate'> {
  readonly periodId: number
  readonly businessDate: string | null
}

export interface PeriodSales {
  /** Number of sales, and their NT$ less returns. */
  readonly transactionCount: number
  readonly salesAmount: number
  /** Entries whose business date is outside the period: they came after the period of that date was closed. */
  readonly lateCount: number
}

/** What the entries of one period come to. */
export interface PeriodEntries {
  readonly groups: readonly DatedGroup[]
  readonly sales: PeriodSales
}

const sales = sql`(${literals(txnKind.issue, txnKind.issueBatch, txnKind.issueReturn)})`

/**
 * Reads the entries of periods, summed by how they are billed, and the sales that they belong to. One statement reads each entry once, for
 * any number of periods. A transaction may have several entries in a period: the first of them counts as its sale.
 */
export async function readEntries(
  db: Executor,
  periods: readonly { readonly id: number }[],
): Promise<{ of(periodId: number): PeriodEntries }> {
  const { rows } = await sql<DatedGroup & PeriodSales>`
    with entry as (
      select e.*, p.start_date, p.end_date,
        lag(e.transaction_id) over (partition by e.period_id order by e.transaction_id) is distinct from e.transaction_id as is_first
      from company_period p join point_entry e on e.company_no = p.company_no and e.period_id = p.id
      where p.id = any (${periods.map(({ id }) => id)}::bigint[])
    )
    select e.period_id, e.account_class, t.kind, e.component, coalesce(e.unit_price, 0) as unit_price,
      case when e.account_class = 'DEDUCT' then e.business_date end as business_date,
      sum(e.points)::bigint as points, count(*)::int as entry_count,
      count(*) filter (where e.is_first and t.kind in ${sales} and t.kind <> ${sql.lit(txnKind.issueReturn)})::int as transaction_count,
      coalesce(sum(case when t.kind = ${sql.lit(txnKind.issueReturn)} then -t.amount else t.amount end)
        filter (where e.is_first and t.kind in ${sales}), 0)::bigint as sales_amount,
      count(*) filter (where e.business_date not between e.start_date and e.end_date)::int as late_count
    from entry e join point_transaction t on t.id = e.transaction_id
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6`.execute(db)
  const byPeriod = rowsBy(rows, 'periodId')
  return {
    of(periodId) {
      const read = byPeriod.get(periodId) ?? []
      return {
        groups: read.map(({ transactionCount: _, salesAmount: __, lateCount: ___, ...group }) => group),
        sales: {
          transactionCount: sumOf(read, 'transactionCount'),
          salesAmount: sumOf(read, 'salesAmount'),
          lateCount: sumOf(read, 'lateCount'),
        },
      }
    },
  }
}

const sumOf = (rows: readonly PeriodSales[], name: keyof PeriodSales) => rows.reduce((sum, row) => sum + row[name], 0)

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
