import { sql } from 'kysely'
import type { ListFilter } from '../../../../language/query/listQueryFilters.ts'
import type { RecordHooks } from '../../../records/hooks.ts'
import { performanceOf } from '../calculation/performance.ts'

/** Report 活動績效報表: computed from the entries up to a given day (domain 4.11, 7.8). */
export const activityPerformanceHooks: RecordHooks<'activityPerformance'> = {
  source: ({ filters }) =>
    sql`select * from activity_performance(coalesce(${untilOf(filters)}::date, (now() at time zone 'Asia/Taipei')::date))`,
  totals: (sums) => ({ ...sums, ...ratesOf(sums) }),
}

/** Last day of the report, YYYY-MM-DD; null means today. */
function untilOf(filters: readonly ListFilter[]): string | null {
  const value = filters.find(({ field }) => field === 'untilDate')?.values[0] ?? null
  return value === null ? null : String(value)
}

/** Ratios over all activities together; 0 when a divisor is 0. */
function ratesOf(sums: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const { budgetPoints = 0, netPoints = 0, redeemedPoints = 0, salesAmount = 0, transactionCount = 0, costAmount = 0 } = sums
  const rates = performanceOf({ budgetPoints, netPoints, redeemedPoints, salesAmount, transactionCount, costAmount })
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, rate ?? 0]))
}
