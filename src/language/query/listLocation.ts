import type { ResolvedList } from '../resolved.ts'
import { defaultFilter, emptyParam, isMentioned, liftDefaults } from './defaultFilter.ts'
import { formatListQuery, isReserved, type ListQuery, parseListQuery } from './listQuery.ts'
import type { ListFilter, QueryProblem } from './listQueryFilters.ts'
import { liftedFilters } from './requiredFilters.ts'

/** The state of a list as stored in the address bar. */
export interface ListLocation {
  readonly query: ListQuery
  /** Refused parameters; shown to the user, who may have typed or copied the address. */
  readonly problems: readonly QueryProblem[]
  /** Id of the user's view that was opened; `query` is what is actually shown. Null for none. */
  readonly saved: string | null
}

/**
 * Reads the state of a list from the address. The default of a filter applies while the address has no parameter for it. An empty parameter
 * (`field=`) means no restriction and removes the default, as does an exact unique number.
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

/** Parameter with the id of the user's view; the server and other users ignore it. */
export const savedParam = 'saved'

/**
 * Writes the state of a list for the address. A removed default leaves an empty parameter, except that of a required filter, which comes
 * back.
 */
export function writeListLocation(query: ListQuery, list: ResolvedList, saved: string | null = null): URLSearchParams {
  const params = formatListQuery(query, list)
  if (saved !== null) params.set(savedParam, saved)
  liftDefaults(params, list.filters)
  return params
}

/**
 * The filters and order of a list as stored in a view: without the page, and without the document's defaults, so that 最近七天 stays the last
 * seven days.
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

/** The address of a stored view, without parameters that the document no longer knows. */
export function readViewQuery(text: string, list: ResolvedList): URLSearchParams {
  const given = new URLSearchParams(text)
  const { query } = parseListQuery(given, list)
  const params = formatListQuery({ ...query, pageIndex: 0, pageSize: list.pageSize }, list)
  for (const filter of list.filters) if (given.get(emptyParam(filter)) === '') params.set(emptyParam(filter), '')
  return params
}

/** What a stored view asks for and the list does not know any more, for people; {@link readViewQuery} leaves it out. */
export function lostConditions(text: string, list: ResolvedList): readonly string[] {
  const given = new URLSearchParams(text)
  const { problems } = parseListQuery(given, list)
  return problems.map(({ name, text }) => {
    // What a parameter of its own asked for is told with its value, for whoever has to find another way to ask.
    if (isReserved(name)) return text
    const field = name.replace(/(From|To|\.\w+)$/, '')
    const column = list.columns.find((one) => one.field === name || one.field === field)
    return `${column?.title ?? name}：${given.getAll(name).join('、')}`
  })
}

function isSameFilter(left: ListFilter, right: ListFilter): boolean {
  return left.field === right.field && left.op === right.op && left.values.join('\n') === right.values.join('\n')
}
