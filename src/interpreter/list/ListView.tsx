import { Suspense, startTransition, useEffect, useMemo, useState } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { formatListConditions } from '../../language/listQuery.ts'
import type { ListFilter } from '../../language/listQueryFilters.ts'
import type { ResolvedAction, ResolvedScreen } from '../../language/resolved.ts'
import { ActionDialogs } from '../actions/ActionDialogs.tsx'
import type { ActionTarget } from '../actions/actionTarget.ts'
import { BulkBar } from '../actions/BulkBar.tsx'
import { LazyRowMenu } from '../actions/lazyActions.ts'
import type { MenuAnchor } from '../actions/RowMenu.tsx'
import { useActionRunner } from '../actions/useActionRunner.ts'
import { useFreshTarget } from '../actions/useFreshTarget.ts'
import type { ListPage, ListRow } from '../shared/calls/listPage.ts'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'
import { useEvent, useStableValue } from '../shared/parts/useStable.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import type { ShownRowsStore } from '../shared/records/shownRows.ts'
import { FilterChips } from '../shared/values/FilterChips.tsx'
import { useColumnLabels } from '../shared/values/useColumnLabels.ts'
import { visibleColumns } from './arrangedColumns.ts'
import { drawnColumns } from './drawnColumns.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { waitingText } from './filters/filterDraft.ts'
import { ListBody } from './ListBody.tsx'
import { ListReport } from './ListReport.tsx'
import { ListTools } from './ListTools.tsx'
import { LazyHeadCard, LazyHeadTabs } from './lazyDetails.ts'
import { useColumns } from './useColumns.ts'
import { useListLocation } from './useListLocation.ts'
import { useListPage } from './useListPage.ts'
import { usePreferences } from './usePreferences.ts'
import { useSelection } from './useSelection.ts'
import { useShownPage } from './useShownPage.ts'
import { useExpanded, usePermittedActions, useTableFrame } from './useTableFrame.ts'
import { useViews } from './useViews.ts'
import { ViewTabs } from './ViewTabs.tsx'
import './list.css'

interface ListViewProps {
  readonly screen: ResolvedScreen
  /** Counts up to load the rows again. */
  readonly version: number
  readonly onChanged: () => void
  readonly onOpenForm: (form: OpenedForm) => void
  /** Learns which rows are on the screen. */
  readonly shownRows?: ShownRowsStore
  /** The first page stands, or there is nothing to ask for yet. */
  readonly onDrawn?: () => void
}

const noRows: readonly ListRow[] = []
const noTotals: ListPage['totals'] = {}

/** The list of a screen: filters, actions, table and pages. The address owns its state; everything else follows from it. */
export function ListView({ screen, version, onChanged, onOpenForm, shownRows, onDrawn }: ListViewProps) {
  const kept = usePreferences(screen.uri)
  const { pageSize } = kept.preferences
  // The user's page size stands for the document's: an address without one means it.
  const list = useMemo(() => (pageSize === null ? screen.list : { ...screen.list, pageSize }), [screen.list, pageSize])
  const location = useListLocation(list)
  const { query, problems, change, reset } = location
  const arrangement = useColumns(screen.list.columns, location.saved, kept)
  const views = useViews(screen.list, location, kept, arrangement.stored)
  const waiting = waitingText(query, list)
  const load = useListPage(screen, query, version, waiting !== null || !views.isSettled)
  useShownPage(shownRows, { screen, list, query, page: load.page })
  const isDrawn = waiting !== null || load.page !== null
  useEffect(() => {
    if (isDrawn) onDrawn?.()
  }, [isDrawn, onDrawn])
  const shown = useMemo(() => visibleColumns(arrangement.arranged), [arrangement.arranged])
  const labels = useColumnLabels(shown)
  const columns = useMemo(() => drawnColumns(shown, labels), [shown, labels])
  const conditions = formatListConditions({ ...query, sort: list.sort }, list).toString()
  const selection = useSelection(conditions, load.page?.totalCount ?? 0, load.page?.rows ?? noRows, load.page?.totals ?? noTotals)
  const [expanded, toggleExpanded] = useExpanded()
  const [menu, setMenu] = useState<MenuAnchor | null>(null)
  const freshTarget = useFreshTarget({ isReloading: load.isReloading, rows: load.page?.rows ?? noRows, chosen: selection.chosen })
  const runner = useActionRunner({
    screen,
    freshTarget,
    onChanged,
    onOpenForm,
    exportParams: () => formatListConditions(query, list),
    shownColumns: () => shown,
    onRowsDone: selection.clear,
  })
  const permitted = usePermittedActions(screen)
  const frame = useTableFrame(
    {
      screen,
      runner,
      visibleCount: columns.length,
      onToggleSelected: selection.toggle,
      onToggleExpanded: toggleExpanded,
      onOpenMenu: setMenu,
    },
    permitted,
  )
  // Of a list without its head there is only the list.
  const tab = load.page?.head ? list.tabs?.find(({ title }) => title === location.tab)?.title : undefined
  const filters = useStableValue(query.filters)
  const filterBy = useEvent((given: readonly ListFilter[]) => change({ filters: given }))
  // Refusals say 請重新查詢: the same conditions are asked again.
  const search = useEvent((given: readonly ListFilter[]) => {
    if (!change({ filters: given })) onChanged()
  })
  const run = useEvent((action: ResolvedAction, target: ActionTarget) => void runner.run(action, target))
  const turnPage = useEvent((page: { readonly pageIndex: number; readonly pageSize: number }) => {
    change(page)
    // As part of the same step as the address, which is changed in a transition: the list is drawn once for both.
    if (page.pageSize !== query.pageSize) startTransition(() => kept.change({ pageSize: page.pageSize }))
  })
  return (
    <>
      {list.filters.length > 0 && (
        <PartBoundary pointer="/list/filters" version={screen.hash}>
          <h2 className="visually-hidden">查詢與清單</h2>
          <FilterBar list={list} filters={filters} onSubmit={search} onReset={reset} />
        </PartBoundary>
      )}
      {list.head !== undefined && waiting === null && load.page?.head && (
        <PartBoundary pointer="/list/head" version={screen.hash}>
          <Suspense fallback={<Spinner />}>
            <LazyHeadCard screen={screen} child={list.head} record={load.page.head} onRun={run} />
            {list.tabs && <LazyHeadTabs screen={screen} tabs={list.tabs} head={load.page.head} shown={tab} />}
          </Suspense>
        </PartBoundary>
      )}
      {screen.report !== undefined && waiting === null && views.isSettled && (
        <ListReport screen={screen} report={screen.report} query={query} version={version} onRetry={onChanged} onFilter={filterBy} />
      )}
      <section className="card list-card" aria-label={screen.title} hidden={tab !== undefined}>
        <div className="card-body">
          <ListTools screen={screen} actions={permitted.toolbar} location={location} views={views} columns={arrangement} onRun={run} />
          <ViewTabs shipped={list.views} shown={query.view} views={views} />
          <FilterChips declared={list.filters} filters={filters} onChange={filterBy} />
          {problems.map((problem) => (
            <p key={problem.name + problem.text} className="alert alert-warning py-1 mb-2" role="alert">
              {problem.text}
            </p>
          ))}
          {permitted.bulk.length > 0 && (
            <BulkBar actions={permitted.bulk} selection={selection} totalCount={load.page?.totalCount ?? 0} onRun={run} />
          )}
          <PartBoundary pointer="/list/columns" version={screen.hash}>
            <ListBody
              frame={frame}
              load={load}
              query={query}
              columns={columns}
              selection={selection}
              expanded={expanded}
              waiting={waiting}
              onChange={change}
              onPage={turnPage}
              onResize={arrangement.resize}
              onRetry={onChanged}
            />
          </PartBoundary>
        </div>
      </section>
      {menu !== null && (
        <Suspense fallback={null}>
          <LazyRowMenu anchor={menu} onRun={frame.onRunRowAction} onClose={() => setMenu(null)} />
        </Suspense>
      )}
      <ActionDialogs runner={runner} />
    </>
  )
}
