import { asOneLine } from '../../rules/cleanText.ts'
import type { ResolvedList, SortKey } from '../resolved.ts'
import { type Alternative, type ListFilter, parseAlternatives, parseFilters, type QueryProblem } from './listQueryFilters.ts'

/**
 * The query of a list: the one object behind the table, its totals, bulk actions, export, print and saved views. In the browser it is
 * stored in the URL; only {@link parseListQuery} and {@link formatListQuery} read and write it.
 */
export interface ListQuery {
  readonly filters: readonly ListFilter[]
  /** Groups of conditions, of which one has to hold besides {@link filters}; all conditions of a group hold together. Empty: none. */
  readonly alternatives: readonly Alternative[]
  /** Text of the search box; '' = none. */
  readonly search: string
  readonly sort: readonly SortKey[]
  /** 0-based. */
  readonly pageIndex: number
  /** 1 to 500. */
  readonly pageSize: number
  /** Name of a view in the document (`list.views`); null for all rows. */
  readonly view: string | null
}

/** Parameters of a URL, or of a JSON body (`{pageIndex, pageSize, filters, sort}`, flattened by the caller). */
export type QueryParams = URLSearchParams | Readonly<Record<string, unknown>>

/** Names that a filter field must not have, because the query itself uses them. */
export const reservedParams = [
  'pageIndex',
  'pageSize',
  'sort',
  'search',
  'any',
  'view',
  'saved',
  'format',
  'record',
  'by',
  'form',
  'tab',
  'group',
  'layout',
] as const

/** Rows of the longest page. What a user keeps about a list has the same bound (`answers/preferences.ts`). */
export const pageSizeMax = 500
const searchLengthMax = 100

/** The query without parameters: first page, sort and page size of the document, no filter. */
export function defaultListQuery(list: ResolvedList): ListQuery {
  return { filters: [], alternatives: [], search: '', sort: list.sort, pageIndex: 0, pageSize: list.pageSize, view: null }
}

/**
 * Parses a query. A name that the list does not know, or a value that does not fit its field, is left out and reported as a problem;
 * nothing is ignored silently. An empty value means no restriction.
 */
export function parseListQuery(params: QueryParams, list: ResolvedList): { query: ListQuery; problems: readonly QueryProblem[] } {
  const problems: QueryProblem[] = []
  const entries = toEntries(params)
  const single = (name: string): string => {
    const values = entries.get(name) ?? []
    if (values.length > 1) problems.push({ name, text: `查詢參數「${name}」重複` })
    return asOneLine(values[0] ?? '').trim()
  }
  const whole = (name: string, fallback: number, low: number, high: number): number => {
    const text = single(name)
    if (text === '') return fallback
    if (/^\d{1,9}$/.test(text) && Number(text) >= low && Number(text) <= high) return Number(text)
    problems.push({ name, text: `查詢參數「${name}」須為 ${low} 到 ${high} 的整數` })
    return fallback
  }
  const pageIndex = whole('pageIndex', 0, 0, 999_999_999)
  const pageSize = whole('pageSize', list.pageSize, 1, pageSizeMax)
  const sort = parseSort(single('sort'), list, problems)
  const search = parseSearch(single('search'), list, problems)
  const view = parseView(single('view'), list, problems)
  const others = new Map([...entries].filter(([name]) => !isReserved(name)))
  const filters = parseFilters(others, list.filters, problems)
  const alternatives = parseAlternatives(entries.get('any') ?? [], list.filters, problems)
  return { query: { filters, alternatives, search, sort, pageIndex, pageSize, view }, problems }
}

/** Formats a query for the address bar, without values that equal the document's defaults. */
export function formatListQuery(query: ListQuery, list: ResolvedList): URLSearchParams {
  const params = formatListConditions(query, list)
  if (query.pageIndex !== 0) params.set('pageIndex', String(query.pageIndex))
  if (query.pageSize !== list.pageSize) params.set('pageSize', String(query.pageSize))
  return params
}

/** The same without the page, for calls with the page in their path, and for export and bulk actions. */
export function formatListConditions(query: Omit<ListQuery, 'pageIndex' | 'pageSize'>, list: ResolvedList): URLSearchParams {
  const params = new URLSearchParams()
  for (const filter of query.filters) appendFilter(params, filter, list)
  for (const group of query.alternatives) params.append('any', formatAlternative(group, list))
  if (query.search !== '') params.set('search', query.search)
  if (formatSort(query.sort) !== formatSort(list.sort)) params.set('sort', formatSort(query.sort))
  if (query.view !== null) params.set('view', query.view)
  return params
}

/** A group of conditions as one value, written like the parameters of an address: `status=2&amount.gte=100`. */
function formatAlternative(group: Alternative, list: ResolvedList): string {
  const params = new URLSearchParams()
  for (const filter of group) appendFilter(params, filter, list)
  return params.toString()
}

function appendFilter(params: URLSearchParams, filter: ListFilter, list: ResolvedList): void {
  const declared = list.filters.find((one) => one.field === filter.field)
  const given = filter.values.filter((value) => value !== null).map(String)
  if (filter.op === 'between') {
    const [low, high] = filter.values
    if (low !== null && low !== undefined) params.set(`${filter.field}From`, String(low))
    if (high !== null && high !== undefined) params.set(`${filter.field}To`, String(high))
    return
  }
  const plain = filter.op === declared?.op || (filter.op === 'in' && given.length > 1 && declared?.op === 'eq')
  for (const value of given) params.append(plain ? filter.field : `${filter.field}.${filter.op}`, value)
}

function parseSort(text: string, list: ResolvedList, problems: QueryProblem[]): readonly SortKey[] {
  if (text === '') return list.sort
  const sortable = new Set([
    ...list.columns.filter((column) => column.sortable).map((column) => column.field),
    ...list.sort.map((key) => key.field),
  ])
  const keys = text.split(',').map((part) => {
    // The name of a field may have a dot itself: `lotNo.lotName.desc`.
    const [, field = '', direction = 'asc'] = /^(.*?)(?:\.(asc|desc))?$/.exec(part.trim()) ?? []
    const known = sortable.has(field)
    if (!known) problems.push({ name: 'sort', text: `無法依「${part.trim()}」排序` })
    return known ? { field, direction: direction as SortKey['direction'] } : null
  })
  const unique = keys.filter((key, index): key is SortKey => key !== null && keys.findIndex((one) => one?.field === key.field) === index)
  return unique.length > 0 ? unique : list.sort
}

function formatSort(sort: readonly SortKey[]): string {
  return sort.map((key) => `${key.field}.${key.direction}`).join(',')
}

function parseSearch(text: string, list: ResolvedList, problems: QueryProblem[]): string {
  if (text !== '' && list.searchTitles.length === 0) problems.push({ name: 'search', text: '此清單不提供關鍵字查詢' })
  else if (text.length > searchLengthMax) problems.push({ name: 'search', text: `關鍵字最多 ${searchLengthMax} 個字` })
  else return text
  return ''
}

function parseView(text: string, list: ResolvedList, problems: QueryProblem[]): string | null {
  if (text === '') return null
  if (list.views.some((view) => view.name === text)) return text
  problems.push({ name: 'view', text: `沒有名為「${text}」的檢視` })
  return null
}

export function isReserved(name: string): boolean {
  return (reservedParams as readonly string[]).includes(name)
}

function toEntries(params: QueryParams): Map<string, readonly string[]> {
  if (params instanceof URLSearchParams) return new Map([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
  return new Map(Object.entries(params).map(([name, value]) => [name, toTexts(value)]))
}

function toTexts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(toTexts)
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}
