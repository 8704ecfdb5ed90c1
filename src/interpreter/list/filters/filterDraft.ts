import { formatListConditions, type ListQuery, parseListQuery } from '../../../language/query/listQuery.ts'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import { liftedFilters } from '../../../language/query/requiredFilters.ts'
import type { ResolvedFilter, ResolvedList } from '../../../language/resolved.ts'
import { daysBetween, isDate } from '../../../rules/dates.ts'
import { message } from '../../../rules/messages.ts'

/** The content of the filter bar before 查詢: texts by query parameter. */
export type FilterDraft = Readonly<Record<string, readonly string[]>>

/** Result of 查詢: the filters, or error texts by field. */
export type SubmittedFilters =
  | { readonly ok: true; readonly filters: readonly ListFilter[] }
  | { readonly ok: false; readonly problems: Readonly<Record<string, string>> }

/** The content of the bar for the active filters. */
export function draftOf(filters: readonly ListFilter[], list: ResolvedList): FilterDraft {
  const params = formatListConditions({ filters, alternatives: [], search: '', sort: list.sort, view: null }, list)
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
}

/** The text of a control with one value. */
export function textOf(draft: FilterDraft, name: string): string {
  return Object.hasOwn(draft, name) ? (draft[name]?.[0] ?? '') : ''
}

/** The chosen values of a control. */
export function valuesOf(draft: FilterDraft, name: string): readonly string[] {
  return (Object.hasOwn(draft, name) ? draft[name] : undefined)?.filter((text) => text !== '') ?? []
}

/** Checks the content of the bar: values by kind, required filters (M05), order (M14) and length (M15) of ranges. */
export function submitFilters(draft: FilterDraft, list: ResolvedList): SubmittedFilters {
  const { query: typed, problems } = parseListQuery(draft, list)
  // Filters that an exact number lifts are left out, because the date range in the bar would hide the record.
  const lifted = liftedFilters(list.filters, typed.filters)
  const query = { ...typed, filters: typed.filters.filter((given) => !lifted.some(({ field }) => field === given.field)) }
  const found = new Map<string, string>()
  for (const problem of problems) found.set(ownerOf(problem.name, list), problem.text)
  for (const filter of list.filters) {
    const text = lifted.includes(filter) ? null : filterProblem(filter, query.filters)
    if (text !== null && !found.has(filter.field)) found.set(filter.field, text)
  }
  const [first] = list.needs?.fields ?? []
  if (first !== undefined && isNeedOpen(query.filters, list) && !found.has(first)) found.set(first, list.needs?.text ?? '')
  return found.size > 0 ? { ok: false, problems: Object.fromEntries(found) } : { ok: true, filters: query.filters }
}

/** Required filters without a value. The list waits for them, because the server would refuse the query. */
export function missingFilters(query: ListQuery, list: ResolvedList): readonly ResolvedFilter[] {
  const lifted = liftedFilters(list.filters, query.filters)
  const isGiven = ({ field }: ResolvedFilter) => query.filters.some((one) => one.field === field)
  return list.filters.filter((filter) => filter.required && !lifted.includes(filter) && !isGiven(filter))
}

/** What the list waits for; null when it can be loaded. */
export function waitingText(query: ListQuery, list: ResolvedList): string | null {
  const missing = missingFilters(query, list)
  if (missing.length > 0) return `請先輸入查詢條件：${missing.map((filter) => filter.title).join('、')}`
  return isNeedOpen(query.filters, list) ? (list.needs?.text ?? null) : null
}

/** True when the list needs one of several filters and none is given. */
function isNeedOpen(filters: readonly ListFilter[], { needs }: ResolvedList): boolean {
  return needs !== undefined && !filters.some((one) => needs.fields.includes(one.field))
}

function filterProblem(filter: ResolvedFilter, filters: readonly ListFilter[]): string | null {
  const given = filters.filter((one) => one.field === filter.field)
  if (filter.required && given.length === 0) return message('M05', { title: filter.title })
  const range = given.find((one) => one.op === 'between')
  return range === undefined ? null : rangeProblem(range, filter.maxDays)
}

function rangeProblem(range: ListFilter, maxDays: number | undefined): string | null {
  const [low = null, high = null] = range.values
  if (low !== null && high !== null && low > high) return message('M14')
  if (maxDays === undefined) return null
  const areDates = typeof low === 'string' && typeof high === 'string' && isDate(low) && isDate(high)
  // A range without an end exceeds every limit. The first and the last day both count.
  return areDates && daysBetween(low, high) < maxDays ? null : message('M15', { days: maxDays })
}

function ownerOf(param: string, list: ResolvedList): string {
  const plain = param.replace(/(From|To|\.\w+)$/, '')
  return list.filters.some((filter) => filter.field === param) ? param : plain
}
