import { defaultFilter } from '../../language/defaultFilter.ts'
import { formatListQuery, type ListQuery, parseListQuery } from '../../language/listQuery.ts'
import type { ListFilter, QueryProblem } from '../../language/listQueryFilters.ts'
import { liftedFilters } from '../../language/requiredFilters.ts'
import type { ResolvedFilter, ResolvedList } from '../../language/resolved.ts'

/** The list's state as the address bar holds it. */
export interface ListLocation {
  readonly query: ListQuery
  /** Parameters that were refused; shown to the user, who may have typed or copied the address. */
  readonly problems: readonly QueryProblem[]
  /** Id of the user's own view that was opened; the query beside it is what is shown. Null for none. */
  readonly saved: string | null
}

/**
 * Reads the list's state from the address. A filter with a default applies it while the address says nothing about the
 * filter; an empty parameter (`field=`) says "no restriction" and keeps the default away, and so does an exact unique number.
 *
 * @param today Taipei date, for ranges of the last n days
 */
export function readListLocation(params: URLSearchParams, list: ResolvedList, today: string): ListLocation {
  const { query, problems } = parseListQuery(params, list)
  const lifted = liftedFilters(list.filters, query.filters)
  const wanted = list.filters.filter((filter) => !lifted.includes(filter) && !isMentioned(filter, params))
  const defaults = wanted.flatMap((filter) => defaultFilter(filter, today) ?? [])
  return { query: { ...query, filters: [...query.filters, ...defaults] }, problems, saved: params.get(savedParam) }
}

/** Names the user's own view in the address; the server and other users pass it over. */
export const savedParam = 'saved'

/**
 * Writes the list's state for the address; a default that was taken away leaves its empty parameter behind, but that of a required filter
 * comes back.
 */
export function writeListLocation(query: ListQuery, list: ResolvedList, saved: string | null = null): URLSearchParams {
  const params = formatListQuery(query, list)
  if (saved !== null) params.set(savedParam, saved)
  for (const filter of list.filters) {
    if (filter.default !== undefined && !filter.required && !isMentioned(filter, params)) params.set(emptyParam(filter), '')
  }
  return params
}

/**
 * The conditions and order of a list as a view keeps them: without the page, and without what the document filters by anyway, so
 * that 最近七天 stays the last seven days.
 */
export function writeViewQuery(query: ListQuery, list: ResolvedList, today: string): string {
  const defaults = list.filters.flatMap((filter) => defaultFilter(filter, today) ?? [])
  const isDefault = (given: ListFilter) => defaults.some((one) => isSameFilter(one, given))
  const params = writeListLocation({ ...query, pageIndex: 0, pageSize: list.pageSize }, list)
  const own = formatListQuery(
    { ...query, pageIndex: 0, pageSize: list.pageSize, filters: query.filters.filter((given) => !isDefault(given)) },
    list,
  )
  for (const [name, value] of params) if (value === '') own.set(name, '')
  return own.toString()
}

/** The address of a view; what the document does not know any more is left out. */
export function readViewQuery(text: string, list: ResolvedList): URLSearchParams {
  const given = new URLSearchParams(text)
  const { query } = parseListQuery(given, list)
  const params = formatListQuery({ ...query, pageIndex: 0, pageSize: list.pageSize }, list)
  for (const filter of list.filters) if (given.get(emptyParam(filter)) === '') params.set(emptyParam(filter), '')
  return params
}

function isSameFilter(left: ListFilter, right: ListFilter): boolean {
  return left.field === right.field && left.op === right.op && left.values.join('\n') === right.values.join('\n')
}

function isMentioned(filter: ResolvedFilter, params: URLSearchParams): boolean {
  const names = [filter.field, `${filter.field}From`, `${filter.field}To`, ...filter.ops.map((op) => `${filter.field}.${op}`)]
  return names.some((name) => params.has(name))
}

function emptyParam(filter: ResolvedFilter): string {
  return filter.op === 'between' ? `${filter.field}From` : filter.field
}
