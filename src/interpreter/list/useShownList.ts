import { startTransition, useMemo } from 'react'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { useColumnLabels } from '../shared/values/useColumnLabels.ts'
import { visibleColumns } from './arrangedColumns.ts'
import { drawnColumns } from './drawnColumns.ts'
import { waitingText } from './filters/filterDraft.ts'
import { useColumns } from './useColumns.ts'
import { useListLocation } from './useListLocation.ts'
import { useListPage } from './useListPage.ts'
import { usePreferences } from './usePreferences.ts'
import { useViews } from './useViews.ts'

/**
 * What a list shows: the columns and pages that the user prefers, the query of the address, and the rows that follow from both.
 *
 * @param version counts up to load the rows again
 */
export function useShownList(screen: ResolvedScreen, version: number) {
  const kept = usePreferences(screen.uri)
  const { pageSize } = kept.preferences
  // The user's page size stands for the document's: an address without one means it.
  const list = useMemo(() => (pageSize === null ? screen.list : { ...screen.list, pageSize }), [screen.list, pageSize])
  const location = useListLocation(list)
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
    // As part of the same step as the address, which is changed in a transition: the list is drawn once for both.
    if (page.pageSize !== query.pageSize) startTransition(() => kept.change({ pageSize: page.pageSize }))
  })
  return { list, location, arrangement, views, waiting, load, shownColumns, columns, turnPage }
}

export type ShownList = ReturnType<typeof useShownList>
