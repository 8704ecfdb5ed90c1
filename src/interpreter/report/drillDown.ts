import type { ReportPeriod } from '../../language/documents/vocabulary.ts'
import type { ListFilter } from '../../language/query/listQueryFilters.ts'
import type { ResolvedFilter, ResolvedReport } from '../../language/resolved.ts'
import { daysBetween, lastDateOfMonth } from '../../rules/dates.ts'

type Group = ResolvedReport['groups'][number]

/**
 * The filters for the rows of one group in the list: the active ones and the value of the group. Null when the list has no such filter: for
 * rows without a value, fields without a filter, and masked fields.
 *
 * @param value from the report: a value of the field, or a day `2026-11-05`, month `202611` or year `2026`
 */
export function filtersOfGroup(
  group: Group,
  value: unknown,
  declared: readonly ResolvedFilter[],
  filters: readonly ListFilter[],
): readonly ListFilter[] | null {
  const filter = declared.find((one) => one.field === group.field)
  if (filter === undefined || filter.lookup !== undefined || value === null || value === undefined || value === '') return null
  const added = group.by === undefined ? valueFilter(filter, value) : periodFilter(filter, group.by, String(value), filters)
  return added === null ? null : [...filters.filter((one) => one.field !== group.field), added]
}

function valueFilter(filter: ResolvedFilter, value: unknown): ListFilter | null {
  const op = (['eq', 'in'] as const).find((one) => filter.ops.includes(one))
  if (op === undefined || !['string', 'number', 'boolean'].includes(typeof value)) return null
  return { field: filter.field, op, values: [value as string | number | boolean] }
}

/** The part of the period within the active date range. */
function periodFilter(filter: ResolvedFilter, by: ReportPeriod, value: string, filters: readonly ListFilter[]): ListFilter | null {
  if (!filter.ops.includes('between') || (filter.kind !== 'date' && filter.kind !== 'dateTime')) return null
  const [first, last] = daysOf(by, value)
  const range = filters.find((one) => one.field === filter.field && one.op === 'between')?.values ?? []
  // ISO dates can be compared as texts.
  const [low = first, high = last] = range.map(dayOf)
  const from = low > first ? low : first
  const to = high < last ? high : last
  if (from > to || (filter.maxDays !== undefined && daysBetween(from, to) + 1 > filter.maxDays)) return null
  return { field: filter.field, op: 'between', values: [from, to] }
}

function daysOf(by: ReportPeriod, value: string): readonly [string, string] {
  if (by === 'day') return [value, value]
  if (by === 'year') return [`${value}-01-01`, `${value}-12-31`]
  return [`${value.slice(0, 4)}-${value.slice(4)}-01`, lastDateOfMonth(value)]
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 10) : undefined
}
