import { useEffect } from 'react'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { writeListLocation } from '../../../language/query/listLocation.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedList, ResolvedScreen } from '../../../language/resolved.ts'
import { fetchListPage } from '../../shared/calls/listCall.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'
import type { ShownRowsStore } from '../../shared/records/shownRows.ts'

interface UseShownPageInput {
  readonly screen: ResolvedScreen
  readonly list: ResolvedList
  readonly query: ListQuery
  readonly page: ListPage | null
}

/** Keeps the store up to date with the page that the list shows. */
export function useShownPage(store: ShownRowsStore | undefined, { screen, list, query, page }: UseShownPageInput): void {
  const http = useHttp()
  useEffect(() => {
    if (store === undefined) return
    // While the next page is loading, the shown rows do not match the address.
    if (page === null || page.pageIndex !== query.pageIndex) return store.write(null)
    const { rows, pageIndex, totalCount } = page
    store.write({
      rows,
      pageIndex,
      pageSize: query.pageSize,
      totalCount,
      addressOf: (wanted) => writeListLocation({ ...query, pageIndex: wanted }, list),
      readPage: async (wanted) => {
        const next = { ...query, pageIndex: wanted }
        return (await fetchListPage(http, { call: screen.api.list, query: next, list: screen.list, signal: new AbortController().signal }))
          .rows
      },
    })
  }, [store, http, screen, list, query, page])
}
