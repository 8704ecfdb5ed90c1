import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ListQuery } from '../../language/query/listQuery.ts'
import { pageCountOf } from '../shared/parts/pageWindow.ts'
import type { DrawnColumn } from './columns/drawnColumns.ts'
import { ListPages } from './ListPages.tsx'
import type { ListLoad } from './query/useListPage.ts'
import { DataTable } from './table/DataTable.tsx'
import { TotalsLine } from './table/TotalsLine.tsx'
import type { TableFrame } from './table/tableFrame.ts'
import type { Selection } from './table/useSelection.ts'

interface ListBodyProps {
  readonly frame: TableFrame
  readonly load: ListLoad
  readonly query: ListQuery
  readonly columns: readonly DrawnColumn[]
  readonly selection: Selection
  readonly expanded: ReadonlySet<string>
  /** What the list needs before it can be loaded; null when nothing is missing. */
  readonly waiting: string | null
  readonly onChange: (part: Partial<ListQuery>) => void
  /** The user wants another page or page size. */
  readonly onPage: (page: { readonly pageIndex: number; readonly pageSize: number }) => void
  readonly onResize: (field: string, width: number | null) => void
  readonly onRetry: () => void
}

/** The four states of a list: loading, error, empty, rows. Old rows stay visible, dimmed, while the next ones load. */
export function ListBody({
  frame,
  load,
  query,
  columns,
  selection,
  expanded,
  waiting,
  onChange,
  onPage,
  onResize,
  onRetry,
}: ListBodyProps) {
  const { page, state } = load
  if (waiting !== null) return <EmptyState icon="search" text={waiting} />
  if (load.problem !== null) return <LoadProblem failure={load.problem} onRetry={onRetry} />
  if (page === null) return <Spinner />
  const isBeyondEnd = page.rows.length === 0 && page.totalCount > 0
  return (
    <>
      {page.totalCount === 0 && <EmptyState text={frame.screen.list.empty} />}
      {page.rows.length > 0 && frame.screen.list.totals.length > 0 && (
        <TotalsLine columns={columns} totals={page.totals} list={frame.screen.list} />
      )}
      {isBeyondEnd && <BeyondEnd onBack={() => onChange({ pageIndex: pageCountOf(page.totalCount, query.pageSize) - 1 })} />}
      {page.rows.length > 0 && (
        <DataTable
          frame={frame}
          page={page}
          query={query}
          columns={columns}
          selection={selection}
          expanded={expanded}
          onSort={(sort) => onChange({ sort: sort.length > 0 ? sort : frame.screen.list.sort })}
          onResize={onResize}
          isStale={state === 'loading'}
        />
      )}
      <ListPages screen={frame.screen} query={query} totalCount={page.totalCount} onPage={onPage} />
    </>
  )
}

/** Shown when the page in the address does not exist any more, after rows were deleted or the address was edited. */
function BeyondEnd({ onBack }: { readonly onBack: () => void }) {
  return (
    <EmptyState text="這一頁已沒有資料。">
      <button type="button" className="btn btn-sm btn-outline-primary mt-2" onClick={onBack}>
        回到最後一頁
      </button>
    </EmptyState>
  )
}
