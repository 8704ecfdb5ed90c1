import type { LoadFailure } from '../../client/load/loadFailure.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import { formatListQuery, type ListQuery } from '../../language/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { fetchListPage } from '../shared/calls/listCall.ts'
import type { ListPage } from '../shared/calls/listPage.ts'

/** The four states of a list; `page` keeps the old rows while the next ones load, and after an error. */
export interface ListLoad {
  readonly state: 'loading' | 'ready' | 'error'
  readonly page: ListPage | null
  /** When `state` is `error`. */
  readonly problem: LoadFailure | null
  /** Something was written, and the rows that are shown are older than that. */
  readonly isReloading: boolean
}

/**
 * Loads the page that the query names, again whenever the query, the document or `version` changes.
 *
 * @param version counts up to load again after a write
 * @param isWaiting conditions that the list needs are missing: nothing is asked for
 */
export function useListPage(screen: ResolvedScreen, query: ListQuery, version: number, isWaiting: boolean): ListLoad {
  // The text stands for the query: a query object with the same content must not load twice.
  const address = formatListQuery(query, screen.list).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { state, data, failure } = useLoad(
    isWaiting
      ? null
      : async (http, signal) => ({ version, page: await fetchListPage(http, { call: screen.api.list, query, list: screen.list, signal }) }),
    [screen.hash, version, address, isWaiting],
  )
  return {
    state,
    page: data?.page ?? null,
    problem: state === 'error' ? failure : null,
    isReloading: state === 'loading' && data !== null && data.version !== version,
  }
}
