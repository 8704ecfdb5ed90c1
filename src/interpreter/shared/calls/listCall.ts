import type { HttpClient } from '../../../client/http/httpClient.ts'
import { formatListConditions, type ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedCall, ResolvedList } from '../../../language/resolved.ts'
import { fillPath } from './callPath.ts'
import { type ListPage, parseListPage } from './listPage.ts'

/** Parameters that are beside the filters in the body of a list call. */
const besideFilters = ['sort', 'search', 'view'] as const

interface FetchListPageInput {
  readonly call: ResolvedCall
  readonly query: ListQuery
  readonly list: ResolvedList
  readonly signal: AbortSignal
}

/** Loads one page. A GET has the query in its address, an irregular PUT or POST in its body (domain 4.4). */
export async function fetchListPage(http: HttpClient, { call, query, list, signal }: FetchListPageInput): Promise<ListPage> {
  const { pageIndex, pageSize } = query
  const path = fillPath(call.path, { pageIndex, pageSize })
  const conditions = formatListConditions(query, list)
  if (call.method === 'GET') return parseListPage(await http.get<unknown>(path, { params: conditions, signal }))
  const body = { pageIndex, pageSize, ...listBody(conditions) }
  const answer = call.method === 'PUT' ? http.put<unknown>(path, body, { signal }) : http.post<unknown>(path, body, { signal })
  return parseListPage(await answer)
}

/** The query as the body of a list call: `{ filters: {name: value or values}, sort?, search?, view? }`. */
function listBody(conditions: URLSearchParams): Readonly<Record<string, unknown>> {
  const beside = new Set<string>(besideFilters)
  const filters: Record<string, string | readonly string[]> = {}
  const others: Record<string, string> = {}
  for (const name of new Set(conditions.keys())) {
    const values = conditions.getAll(name)
    if (beside.has(name)) others[name] = values[0] ?? ''
    else filters[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return { filters, ...others }
}
