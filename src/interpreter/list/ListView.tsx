import { memo, useEffect } from 'react'
import type { Alternative, ListFilter } from '../../language/query/listQueryFilters.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { RowMenuPlace } from '../actions/buttons/RowMenuPlace.tsx'
import { ActionDialogs } from '../actions/dialogs/ActionDialogs.tsx'
import type { ListRow } from '../shared/calls/listPage.ts'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'
import { useEvent, useStableValue } from '../shared/parts/useStable.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import type { ShownRowsStore } from '../shared/records/shownRows.ts'
import { useWatch } from '../shared/records/useWatch.ts'
import { ListHead } from './details/ListHead.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { ListCard } from './ListCard.tsx'
import { ListNotices } from './ListNotices.tsx'
import { ListReport } from './ListReport.tsx'
import { type ListAddress, useListAddress } from './query/useListLocation.ts'
import { useShownPage } from './query/useShownPage.ts'
import { useLongRows } from './table/TableRows.tsx'
import { useListActions } from './useListActions.ts'
import { useShownList } from './useShownList.ts'
import './list.css'

interface ListViewProps {
  readonly screen: ResolvedScreen
  /** Increased to reload the rows. */
  readonly version: number
  readonly onChanged: () => void
  readonly onOpenForm: (form: OpenedForm) => void
  /** Receives the rows on the screen. */
  readonly shownRows?: ShownRowsStore
  /** Called when the first page is drawn, or there is nothing to load yet. */
  readonly onDrawn?: () => void
}

const noRows: readonly ListRow[] = []

/** The list of a screen: filters, actions, table and pages. The address owns its state; everything else follows from it. */
export function ListView(props: ListViewProps) {
  return <DrawnList {...props} address={useListAddress()} />
}

/** Not drawn again when a form opens over it, although the address changes. */
const DrawnList = memo(function DrawnList(props: ListViewProps & { readonly address: ListAddress }) {
  const { screen, version, address, onChanged, onOpenForm, shownRows, onDrawn } = props
  const shown = useShownList(screen, address, version)
  const { list, location, views, load } = shown
  const { query, change, reset } = location
  const isAsked = shown.waiting === null
  useShownPage(shownRows, { screen, list, query, page: load.page })
  useLongRows(query.pageSize)
  useWatch(screen, load.page?.rows ?? noRows, onChanged)
  const isDrawn = !isAsked || load.page !== null
  useEffect(() => {
    if (isDrawn) onDrawn?.()
  }, [isDrawn, onDrawn])
  const actions = useListActions({ screen, shown, navigate: address.leave, onChanged, onOpenForm })
  // Without a head there are no tabs.
  const tab = load.page?.head ? list.tabs?.find(({ title }) => title === location.tab)?.title : undefined
  const filters = useStableValue(query.filters)
  const alternatives = useStableValue(query.alternatives)
  const setAlternatives = useEvent((groups: readonly Alternative[]) => change({ alternatives: groups }))
  const filterBy = useEvent((given: readonly ListFilter[]) => change({ filters: given }))
  // Error texts say 請重新查詢, so submitting the same filters loads again.
  const search = useEvent((given: readonly ListFilter[]) => {
    if (!change({ filters: given })) onChanged()
  })
  // Without the filters of the user, which the count of a notice does not know either.
  const openView = useEvent((view: string) => location.open(new URLSearchParams({ view })))
  return (
    <>
      <ListNotices screen={screen} version={version} shown={query.view} onOpen={openView} />
      {list.filters.length > 0 && (
        <PartBoundary pointer="/list/filters" version={screen.hash}>
          <h2 className="visually-hidden">查詢與清單</h2>
          <FilterBar
            {...{ list, filters, alternatives }}
            place={screen.uri}
            onSubmit={search}
            onAlternatives={setAlternatives}
            onReset={reset}
          />
        </PartBoundary>
      )}
      {isAsked && load.page?.head && <ListHead screen={screen} record={load.page.head} tab={tab} onRun={actions.run} />}
      {screen.report !== undefined && isAsked && views.isSettled && (
        <ListReport screen={screen} report={screen.report} query={query} version={version} onRetry={onChanged} onFilter={filterBy} />
      )}
      <ListCard
        {...{ screen, shown, version, actions, filters }}
        isHidden={tab !== undefined}
        onFilter={filterBy}
        onAlternatives={setAlternatives}
        onRetry={onChanged}
      />
      <RowMenuPlace opener={actions.menu} onRun={actions.frame.onRunRowAction} />
      <ActionDialogs runner={actions.runner} />
    </>
  )
})
