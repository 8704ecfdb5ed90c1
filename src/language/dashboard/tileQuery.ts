import { addDays } from '../../rules/dates.ts'
import type { Predicate } from '../documents/predicate.ts'
import type { FilterOp } from '../documents/vocabulary.ts'
import { liftDefaults } from '../query/defaultFilter.ts'
import { formatListConditions, type ListQuery } from '../query/listQuery.ts'
import type { FilterValue, ListFilter } from '../query/listQueryFilters.ts'
import type { ResolvedFilter, ResolvedList } from '../resolved.ts'
import { type Days, monthsOf } from './period.ts'
import type { ResolvedSource, TileDate } from './resolved.ts'

/** The query of a tile: that of the list it leads to, and conditions that the list has no filter for. */
export interface TileQuery {
  readonly query: ListQuery
  readonly rest: Predicate | undefined
}

/**
 * @param list of the screen through which the tile is read
 * @param days of the period; null for a tile without a date
 * @param today YYYY-MM-DD in Taipei
 */
export function tileQuery({ view, filter, date }: ResolvedSource, list: ResolvedList, days: Days | null, today: string): TileQuery {
  const { filters, rest } = splitFilter(filter, list.filters, today)
  const dated = date === undefined || days === null ? [] : [dateFilter(date, days, list.filters)]
  const others = filters.filter(({ field }) => !dated.some((one) => one.field === field))
  const query = {
    filters: [...others, ...dated],
    alternatives: [],
    search: '',
    sort: list.sort,
    pageIndex: 0,
    pageSize: list.pageSize,
    view,
  }
  return { query, rest }
}

/**
 * The address of the list with the query of a tile. Conditions that the list has no filter for are left out, and so are the defaults of the
 * list, which the tile does not know.
 */
export function tileAddress(uri: string, { query }: TileQuery, list: ResolvedList): string {
  const filters = query.filters.filter((one) => list.filters.some((filter) => filter.field === one.field && filter.ops.includes(one.op)))
  const params = formatListConditions({ ...query, filters }, list)
  liftDefaults(params, list.filters)
  return params.size === 0 ? uri : `${uri}?${params}`
}

/** Months are options of a dictionary on many screens, so they are asked for one by one; such a field has few. */
function dateFilter({ field, kind }: TileDate, days: Days, declared: readonly ResolvedFilter[]): ListFilter {
  const filter = declared.find((one) => one.field === field)
  if (kind === 'month' && filter?.op !== 'between') {
    const months = monthsOf(days)
    return { field, op: months.length === 1 && filter?.ops.includes('eq') ? 'eq' : 'in', values: months }
  }
  if (kind === 'month') return { field, op: 'between', values: [monthsOf(days)[0] ?? null, monthsOf(days).at(-1) ?? null] }
  return { field, op: 'between', values: [days.from, days.to] }
}

/** Splits a condition into filters of a list and what it has no filter for. */
export function splitFilter(
  filter: Predicate | undefined,
  declared: readonly ResolvedFilter[],
  today: string,
): { readonly filters: readonly ListFilter[]; readonly rest: Predicate | undefined } {
  const filters: ListFilter[] = []
  const rest: Record<string, unknown> = {}
  for (const [path, tests] of Object.entries(filter ?? {})) {
    const found = path.startsWith('row.') ? filtersOf(path.slice(4), tests as Tests, declared, today) : null
    if (found === null) rest[path] = tests
    else filters.push(...found)
  }
  return { filters, rest: Object.keys(rest).length === 0 ? undefined : (rest as Predicate) }
}

type Tests = Readonly<Record<string, unknown>>

/** Null when the list has no such filters. */
function filtersOf(field: string, tests: Tests, declared: readonly ResolvedFilter[], today: string): readonly ListFilter[] | null {
  const filter = declared.find((one) => one.field === field)
  // The tests of instants compare moments, their filters whole days.
  if (filter === undefined || filter.lookup !== undefined || filter.kind === 'dateTime') return null
  const [[test, operand] = [], ...others] = Object.entries(tests)
  if (test === undefined || others.length > 0) return null
  const found = filterOf(filter, test, operand, today)
  return found === null ? null : [found]
}

function filterOf(filter: ResolvedFilter, test: string, operand: unknown, today: string): ListFilter | null {
  const values = (Array.isArray(operand) ? operand : [operand]).map((value) => operandValue(value, today))
  if (!values.every((value) => value !== null)) return null
  const { field, ops } = filter
  const [first] = values
  if (first === undefined) return null
  if (ops.includes(test as FilterOp)) return { field, op: test as FilterOp, values }
  if (test === 'in' && values.length === 1 && ops.includes('eq')) return { field, op: 'eq', values }
  return ops.includes('between') ? openRange(filter, test, first) : null
}

/** A comparison with one value as a range that is open at one end. */
function openRange({ field, kind }: ResolvedFilter, test: string, value: FilterValue): ListFilter | null {
  const beside = (step: 1 | -1) => (kind === 'date' && typeof value === 'string' ? addDays(value, step) : null)
  if (test === 'gte') return { field, op: 'between', values: [value, null] }
  if (test === 'lte') return { field, op: 'between', values: [null, value] }
  const next = test === 'gt' ? beside(1) : test === 'lt' ? beside(-1) : null
  if (next === null) return test === 'eq' ? { field, op: 'between', values: [value, value] } : null
  return { field, op: 'between', values: test === 'gt' ? [next, null] : [null, next] }
}

function operandValue(operand: unknown, today: string): FilterValue | null {
  if (typeof operand === 'string' || typeof operand === 'number' || typeof operand === 'boolean') return operand
  const path = typeof operand === 'object' && operand !== null && 'path' in operand ? operand.path : null
  return path === 'now.date' ? today : null
}
