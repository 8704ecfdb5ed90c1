import { formatListQuery, type ListFilter, type ListQuery, parseListQuery, type QueryProblem } from '../../language/listQuery.ts'
import type { ResolvedFilter, ResolvedList } from '../../language/resolved.ts'
import { addDays } from '../../rules/dates.ts'

/** The list's state as the address bar holds it. */
export interface ListLocation {
  readonly query: ListQuery
  /** Parameters that were refused; shown to the user, who may have typed or copied the address. */
  readonly problems: readonly QueryProblem[]
}

/**
 * Reads the list's state from the address. A filter with a default applies it while the address says nothing about the
 * filter; an empty parameter (`field=`) says "no restriction" and keeps the default away.
 *
 * @param today Taipei date, for ranges of the last n days
 */
export function readListLocation(params: URLSearchParams, list: ResolvedList, today: string): ListLocation {
  const { query, problems } = parseListQuery(params, list)
  const defaults = list.filters.filter((filter) => !isMentioned(filter, params)).flatMap((filter) => defaultFilter(filter, today))
  return { query: { ...query, filters: [...query.filters, ...defaults] }, problems }
}

/** Writes the list's state for the address; a default that was taken away leaves its empty parameter behind. */
export function writeListLocation(query: ListQuery, list: ResolvedList): URLSearchParams {
  const params = formatListQuery(query, list)
  for (const filter of list.filters) {
    if (filter.default !== undefined && !isMentioned(filter, params)) params.set(emptyParam(filter), '')
  }
  return params
}

function isMentioned(filter: ResolvedFilter, params: URLSearchParams): boolean {
  const names = [filter.field, `${filter.field}From`, `${filter.field}To`, ...filter.ops.map((op) => `${filter.field}.${op}`)]
  return names.some((name) => params.has(name))
}

function emptyParam(filter: ResolvedFilter): string {
  return filter.op === 'between' ? `${filter.field}From` : filter.field
}

function defaultFilter(filter: ResolvedFilter, today: string): readonly ListFilter[] {
  const { default: value, field, op } = filter
  if (value === undefined || value === null) return []
  const days = lastDays(value)
  if (days !== null) return [{ field, op: 'between', values: [addDays(today, 1 - days), today] }]
  const values = (Array.isArray(value) ? value : [value]).filter(isPlain)
  return values.length > 0 ? [{ field, op, values }] : []
}

/** Number of days of a `{ lastDays: n }` default, today included; null for any other default. */
function lastDays(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('lastDays' in value)) return null
  return typeof value.lastDays === 'number' ? value.lastDays : null
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
