import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import { isDate, taipeiDate } from '../../../rules/dates.ts'

/** The Taipei date of an end of a range of time; null stays open. */
function dateOf(end: unknown): string | null {
  if (typeof end !== 'string') return null
  return isDate(end) ? end : taipeiDate(new Date(end))
}

/**
 * Adds to a range of 交易時間 the same range of 歸屬日期, the day of that time: lines are indexed by company and day, and no row is
 * lost by it.
 */
export function withBusinessDate(query: ListQuery): ListQuery {
  const times = query.filters.filter((filter) => filter.field === 'businessAt' && filter.op === 'between')
  const added = times.map((filter): ListFilter => ({ field: 'businessDate', op: 'between', values: filter.values.map(dateOf) }))
  return added.length === 0 ? query : { ...query, filters: [...query.filters, ...added] }
}
