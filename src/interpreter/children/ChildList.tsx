import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatPoints } from '../../client/format.ts'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { late } from '../../client/load/late.tsx'
import { useLoad } from '../../client/load/useLoad.ts'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { permissionsAtom } from '../../client/session/sessionAtoms.ts'
import { useUserScope } from '../../client/session/useSession.ts'
import { nowScope } from '../../language/predicate/scope.ts'
import type { ResolvedChild, ResolvedScreen } from '../../language/resolved.ts'
import { RowActions } from '../actions/buttons/RowActions.tsx'
import { guardHolds, permittedActions } from '../actions/buttons/visibleActions.ts'
import { ActionDialogs } from '../actions/dialogs/ActionDialogs.tsx'
import { useActionRunner } from '../actions/run/useActionRunner.ts'
import { useFreshTarget } from '../actions/run/useFreshTarget.ts'
import { fillPath } from '../shared/calls/callPath.ts'
import { type ListPage, type ListRow, parseListPage } from '../shared/calls/listPage.ts'
import { PaginationBar } from '../shared/parts/PaginationBar.tsx'
import { CompactTable } from '../shared/values/CompactTable.tsx'

interface ChildListProps {
  readonly screen: ResolvedScreen
  /** Name of an entry in the screen's `children`. */
  readonly child: string
  readonly recordId: ListRow['id']
  /** The loaded record; when it changes, the rows are reloaded. */
  readonly record?: unknown
}

const LazyChildChart = late(async () => (await import('./ChildChart.tsx')).ChildChart, { Waiting: Spinner })

const firstPage = { pageIndex: 0, pageSize: 10 }

/**
 * Rows of a child list (`children`), in the details of a row or a tab of a form. Its pages are not part of the address. @throws RangeError
 * when the screen has no such child list; the boundary above shows the error
 */
export function ChildList({ screen, child, recordId, record }: ChildListProps) {
  const definition = Object.hasOwn(screen.children, child) ? screen.children[child] : undefined
  if (definition === undefined) throw new RangeError(`/children/${child}: the screen has no such child list`)
  const [page, setPage] = useState(firstPage)
  const [view, setView] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record, as it was read last, asks again
  const loaded = useLoad(
    async (http, signal) => {
      const path = fillPath(screen.api.children.path, { id: recordId, child, ...page })
      const params = view === null ? {} : { params: new URLSearchParams({ view }) }
      return parseListPage(await http.get<unknown>(path, { signal, ...params }))
    },
    [screen.api, recordId, child, page, view, record],
  )
  const pathOf = useCallback(
    (pageIndex: number, pageSize: number) => fillPath(screen.api.children.path, { id: recordId, child, pageIndex, pageSize }),
    [screen.api, recordId, child],
  )
  const show = (name: string | null) => {
    setView(name)
    setPage(firstPage)
  }
  const rows = () => {
    if (loaded.state === 'error') return <LoadProblem failure={loaded.failure} onRetry={loaded.reload} />
    if (loaded.data === null) return <Spinner />
    const { totalCount } = loaded.data
    if (totalCount === 0) return <EmptyState />
    return (
      <>
        <ChildRows
          screen={screen}
          definition={definition}
          page={loaded.data}
          isReloading={loaded.state === 'loading'}
          onChanged={loaded.reload}
        />
        {definition.limit !== undefined && totalCount >= definition.limit && (
          <p className="small text-body-secondary mb-2">只列前 {formatPoints(definition.limit)} 筆。</p>
        )}
        {totalCount > firstPage.pageSize && (
          <PaginationBar {...page} totalCount={totalCount} label={`${definition.title}分頁`} onChange={setPage} />
        )}
      </>
    )
  }
  return (
    <>
      {definition.views.length > 0 && <ChildViews title={definition.title} views={definition.views} shown={view} onShow={show} />}
      {definition.chart !== undefined && <LazyChildChart chart={definition.chart} pathOf={pathOf} view={view} record={record} />}
      {rows()}
    </>
  )
}

interface ChildViewsProps {
  readonly title: string
  readonly views: ResolvedChild['views']
  readonly shown: string | null
  readonly onShow: (name: string | null) => void
}

/** Parts of the rows to choose from, all of them first. */
function ChildViews({ title, views, shown, onShow }: ChildViewsProps) {
  return (
    <nav aria-label={`${title}檢視`} className="d-print-none mb-2">
      <ul className="list-unstyled d-flex flex-wrap gap-1 mb-0">
        {[{ name: null, title: '全部' }, ...views].map((view) => (
          <li key={view.name}>
            <button
              type="button"
              className={`btn btn-sm ${view.name === shown ? 'btn-primary' : 'btn-outline-secondary'}`}
              aria-current={view.name === shown ? 'page' : undefined}
              onClick={() => onShow(view.name)}
            >
              {view.title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ChildRowsProps {
  readonly screen: ResolvedScreen
  readonly definition: ResolvedChild
  readonly page: ListPage
  readonly isReloading: boolean
  readonly onChanged: () => void
}

function ChildRows({ screen, definition, page, isReloading, onChanged }: ChildRowsProps) {
  const permissions = useAtomValue(permissionsAtom)
  const user = useUserScope()
  const freshTarget = useFreshTarget({ isReloading, rows: page.rows })
  const navigate = useNavigate()
  const runner = useActionRunner({ screen, navigate, freshTarget, onChanged, exportParams: noParams, onOpenForm: ignoreForm })
  const actions = useMemo(() => permittedActions(definition.actions, screen, permissions), [definition, screen, permissions])
  const scope = useMemo(() => ({ user, now: nowScope(new Date()) }), [user])
  const columns = useMemo(() => definition.columns.filter((column) => !column.hidden), [definition])
  const buttonsOf = (row: ListRow) => (
    <RowActions
      actions={actions.filter((action) => guardHolds(action, { ...scope, row }))}
      row={row}
      onRun={(action, target) => void runner.run(action, { kind: 'row', row: target, naming: definition.naming })}
      onOpenMenu={null}
    />
  )
  return (
    <>
      <CompactTable
        caption={definition.title}
        columns={columns}
        rows={page.rows}
        totals={definition.totals.length === 0 ? undefined : { fields: definition.totals, of: page.totals }}
        firstNumber={page.pageIndex * page.pageSize + 1}
        renderActions={actions.length > 0 ? buttonsOf : undefined}
      />
      <ActionDialogs runner={runner} />
    </>
  )
}

const noParams = () => new URLSearchParams()
/** Forms belong to the screen's own records; child rows have only transitions and requests. */
const ignoreForm = () => undefined
