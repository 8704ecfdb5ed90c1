import { useMemo } from 'react'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { useColumnLabels } from '../shared/labels/useColumnLabels.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { visibleColumns } from './columns/arrangedColumns.ts'
import { drawnColumns } from './columns/drawnColumns.ts'
import { useColumns } from './columns/useColumns.ts'
import { waitingText } from './filters/filterDraft.ts'
import { type ListAddress, preferredList, useListLocation } from './query/useListLocation.ts'
import { useListPage } from './query/useListPage.ts'
import { usePreferences } from './views/usePreferences.ts'
import { useViews } from './views/useViews.ts'

/**
 * The columns and page size that the user prefers, the query of the address, and the resulting rows.
 *
 * @param version increased to reload the rows
 */
export function useShownList(screen: ResolvedScreen, address: ListAddress, version: number) {
  const kept = usePreferences(screen.uri)
  const { pageSize } = kept.preferences
  const list = useMemo(() => preferredList(screen.list, pageSize), [screen.list, pageSize])
  const location = useListLocation(list, address)
  const { query, change } = location
  const arrangement = useColumns(screen.list.columns, location.saved, kept)
  const views = useViews(screen.list, location, kept, arrangement.stored)
  const waiting = waitingText(query, list)
  const load = useListPage(screen, query, version, waiting !== null || !views.isSettled)
  const shownColumns = useMemo(() => visibleColumns(arrangement.arranged), [arrangement.arranged])
  const labels = useColumnLabels(shownColumns)
  const columns = useMemo(() => drawnColumns(shownColumns, labels), [shownColumns, labels])
  const turnPage = useEvent((page: { readonly pageIndex: number; readonly pageSize: number }) => {
    change(page)
    // Both in one step, so that the list is drawn once for them.
    if (page.pageSize !== query.pageSize) kept.change(() => ({ pageSize: page.pageSize }))
  })
  return { list, location, arrangement, views, waiting, load, shownColumns, columns, turnPage }
}

export type ShownList = ReturnType<typeof useShownList>
