import { type Load, useLoad } from '../../../client/load/useLoad.ts'
import { formatListQuery, type ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { fetchListPage } from '../../shared/calls/listCall.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'

/**
 * The rows of a query of its own, which a part of a layout shows.
 *
 * @param query null while there is nothing to load
 * @param version increased to reload the rows
 */
export function useRows({ api, list, rowsHash }: ResolvedScreen, query: ListQuery | null, version: number): Load<ListPage> {
  // A text identifies the query, because an equal query object must not load again.
  const address = query && formatListQuery(query, list).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useLoad(query && ((http, signal) => fetchListPage(http, { call: api.list, query, list, signal })), [rowsHash, version, address])
}
