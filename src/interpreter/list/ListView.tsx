import { useMemo, useRef, useState } from 'react'
import { formatListConditions } from '../../language/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { ActionDialogs } from '../actions/ActionDialogs.tsx'
import { BulkBar } from '../actions/BulkBar.tsx'
import type { OpenedForm } from '../actions/openForm.ts'
import { type MenuAnchor, RowMenu } from '../actions/RowMenu.tsx'
import { Toolbar } from '../actions/Toolbar.tsx'
import { useActionRunner } from '../actions/useActionRunner.ts'
import { PartBoundary } from '../screen/PartBoundary.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { drawnColumns } from './drawnColumns.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { FilterChips } from './filters/FilterChips.tsx'
import { missingFilters } from './filters/filterDraft.ts'
import { ListBody } from './ListBody.tsx'
import { visibleColumns } from './preferences.ts'
import { SearchBox } from './SearchBox.tsx'
import { useColumnLabels } from './useColumnLabels.ts'
import { useListLocation } from './useListLocation.ts'
import { useListPage } from './useListPage.ts'
import { usePreferences } from './usePreferences.ts'
import { useSelection } from './useSelection.ts'
import { useExpanded, usePermittedActions, useTableFrame } from './useTableFrame.ts'
import { ViewTabs } from './ViewTabs.tsx'
import './list.css'

interface ListViewProps {
  readonly screen: ResolvedScreen
  /** Counts up to load the rows again. */
  readonly version: number
  readonly onChanged: () => void
  readonly onOpenForm: (form: OpenedForm) => void
}

/** The list of a screen: filters, actions, table and pages. The address owns its state; everything else follows from it. */
export function ListView({ screen, version, onChanged, onOpenForm }: ListViewProps) {
  const { list } = screen
  const { query, problems, change, reset } = useListLocation(list)
  const missing = missingFilters(query, list)
  const load = useListPage(screen, query, version, missing.length > 0)
  const [preferences, savePreferences] = usePreferences(screen.uri)
  const shown = useMemo(() => visibleColumns(list.columns, preferences), [list, preferences])
  const labels = useColumnLabels(shown)
  const columns = useMemo(() => drawnColumns(shown, labels), [shown, labels])
  const conditions = formatListConditions({ ...query, sort: list.sort }, list).toString()
  const selection = useSelection(conditions, load.page?.totalCount ?? 0)
  const [expanded, toggleExpanded] = useExpanded()
  const [menu, setMenu] = useState<MenuAnchor | null>(null)
  const queryNow = useRef(query)
  queryNow.current = query
  const runner = useActionRunner({
    screen,
    onChanged,
    onOpenForm,
    exportParams: () => formatListConditions(queryNow.current, list),
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
  return (
    <>
      {list.filters.length > 0 && (
        <PartBoundary pointer="/list/filters" version={screen.hash}>
          <h2 className="visually-hidden">查詢與清單</h2>
          <FilterBar list={list} query={query} onSubmit={(filters) => change({ filters })} onReset={reset} />
        </PartBoundary>
      )}
      <section className="card list-card" aria-label={screen.title}>
        <div className="card-body">
          <div className="list-toolbar d-print-none d-flex flex-wrap gap-2 mb-2">
            <Toolbar actions={permitted.toolbar} onRun={(action, target) => void runner.run(action, target)} />
            <div className="ms-auto d-flex flex-wrap gap-2">
              {list.searchTitles.length > 0 && (
                <SearchBox titles={list.searchTitles} text={query.search} onSearch={(search) => change({ search })} />
              )}
              <ColumnChooser columns={list.columns} preferences={preferences} onChange={savePreferences} />
            </div>
          </div>
          {list.views.length > 0 && <ViewTabs views={list.views} current={query.view} onChange={(view) => change({ view })} />}
          <FilterChips declared={list.filters} filters={query.filters} onChange={(filters) => change({ filters })} />
          {problems.map((problem) => (
            <p key={problem.name + problem.text} className="alert alert-warning py-1 mb-2" role="alert">
              {problem.text}
            </p>
          ))}
          {permitted.bulk.length > 0 && (
            <BulkBar
              actions={permitted.bulk}
              selection={selection}
              totalCount={load.page?.totalCount ?? 0}
              onRun={(action, target) => void runner.run(action, target)}
            />
          )}
          <PartBoundary pointer="/list/columns" version={screen.hash}>
            <ListBody
              frame={frame}
              load={load}
              query={query}
              columns={columns}
              selection={selection}
              expanded={expanded}
              missing={missing}
              onChange={change}
              onRetry={onChanged}
            />
          </PartBoundary>
        </div>
      </section>
      {menu !== null && <RowMenu anchor={menu} onRun={frame.onRunRowAction} onClose={() => setMenu(null)} />}
      <ActionDialogs runner={runner} />
    </>
  )
}
