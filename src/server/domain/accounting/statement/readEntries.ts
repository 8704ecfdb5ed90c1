import { sql } from 'kysely'
import { rowsBy } from '../../../platform/database/rowsBy.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { EntryGroup } from '../calculation/entryGroup.ts'
import { postedEntries } from '../period/postedEntries.ts'
import { remarkChanges } from '../remark/refreshRemarks.ts'
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

/**
 * Reads the entries of periods, summed by how they are billed, and the sales that they belong to. One statement reads each entry once, for
 * any number of periods. A transaction with several entries in a period is one sale.
 *
 * @param remarks also brings the remarks of these periods up to date, from the same reading
 */
export async function readEntries(
  db: Executor,
  periods: readonly { readonly id: number }[],
  remarks?: { readonly periodIds: readonly number[]; readonly today: string },
): Promise<{ of(periodId: number): PeriodEntries }> {
  const changes = remarks ? sql`, ${remarkChanges(remarks.periodIds, remarks.today)}` : sql``
  const { rows } = await sql<DatedGroup & PeriodSales>`
    with ${postedEntries(periods.map(({ id }) => id))}${changes}, billed as (
      select period_id, account_class, kind, component, coalesce(unit_price, 0) as unit_price,
        case when account_class = 'DEDUCT' then business_date end as business_date,
        sum(points)::bigint as points, count(*)::int as entry_count, count(*) filter (where is_late)::int as late_count
      from entry group by 1, 2, 3, 4, 5, 6
    )
    select b.*, s.transaction_count, s.sales_amount
    from billed b join total s on s.period_id = b.period_id
    order by b.period_id, b.account_class, b.kind, b.component, b.unit_price, b.business_date`.execute(db)
  const byPeriod = rowsBy(rows, 'periodId')
  return {
    of(periodId) {
      const read = byPeriod.get(periodId) ?? []
      return {
        groups: read.map(({ transactionCount: _, salesAmount: __, lateCount: ___, ...group }) => group),
        // The sales of a period stand beside each of its groups.
        sales: {
          transactionCount: read[0]?.transactionCount ?? 0,
          salesAmount: read[0]?.salesAmount ?? 0,
          lateCount: read.reduce((sum, { lateCount }) => sum + lateCount, 0),
        },
      }
    },
  }
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
