import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import { addDays, addMonths, daysBetween, isDate, lastDateOfMonth, monthOf, taipeiDate } from '../../../rules/dates.ts'

/** A range of days, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * The range of the same length before another: of whole months as many months, of other ranges as many days. 1 to 31 March becomes February,
 * 5 to 11 March 26 February to 4 March.
 */
export function periodBefore({ from, to }: Period): Period {
  const end = addDays(from, -1)
  if (!from.endsWith('-01') || to !== lastDateOfMonth(monthOf(to))) return { from: addDays(from, -daysBetween(from, to) - 1), to: end }
  return { from: addMonths(from, -monthsIn({ from, to })), to: end }
}

function monthsIn({ from, to }: Period): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return count(to) - count(from) + 1
}

/** The query for the range before that of a date field, and that range; null when the query has no range with two ends. */
export function queryBefore(query: ListQuery, field: string): { readonly query: ListQuery; readonly period: Period } | null {
  const filter = query.filters.find((one) => one.field === field && one.op === 'between')
  const [from, to] = (filter?.values ?? []).map(dayOf)
  if (filter === undefined || !from || !to || from > to) return null
  const period = periodBefore({ from, to })
  const shifted: ListFilter = { ...filter, values: [period.from, period.to] }
  return { query: { ...query, filters: query.filters.map((one) => (one === filter ? shifted : one)) }, period }
}

function dayOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return isDate(value) ? value : taipeiDate(new Date(value))
}
