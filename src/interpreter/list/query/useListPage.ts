import { useEffect } from 'react'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import type { LoadFailure } from '../../../client/load/loadFailure.ts'
import { useLoad } from '../../../client/load/useLoad.ts'
import { formatListQuery, type ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { fetchListPage } from '../../shared/calls/listCall.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'
import { firstPageOf, forgetFirstPage } from './firstPage.ts'

/** The four states of a list; `page` keeps the old rows while the next ones load, and after an error. */
export interface ListLoad {
  readonly state: 'loading' | 'ready' | 'error'
  readonly page: ListPage | null
  /** Set when `state` is `error`. */
  readonly problem: LoadFailure | null
  /** True when something was written and the shown rows are older. */
  readonly isReloading: boolean
}

/**
 * Loads the page of the query, again whenever the query, what the document says of rows, or `version` changes.
 *
 * @param version increased to load again after a write
 * @param isWaiting required filters are missing, so nothing is loaded
 */
export function useListPage(screen: ResolvedScreen, query: ListQuery, version: number, isWaiting: boolean): ListLoad {
  // A text identifies the query, because an equal query object must not load again.
  const address = formatListQuery(query, screen.list).toString()
  const first = firstPageOf(screen, address)
  const read = async (http: HttpClient, signal: AbortSignal) => {
    const page = await (first?.call ?? fetchListPage(http, { call: screen.api.list, query, list: screen.list, signal }))
    return { version, page }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { state, data, failure } = useLoad(isWaiting ? null : read, [screen.rowsHash, version, address, isWaiting], () =>
    isWaiting || !first?.page ? null : { version, page: first.page },
  )
  useEffect(() => {
    if (!isWaiting) forgetFirstPage(screen)
  }, [screen, isWaiting])
  return {
    state,
    page: data?.page ?? null,
    problem: state === 'error' ? failure : null,
    isReloading: state === 'loading' && data !== null && data.version !== version,
  }
}
