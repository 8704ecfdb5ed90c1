import { useTable } from '@tanstack/react-table'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { ListQuery } from '../../../language/listQuery.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'
import { useEvent } from '../../shared/parts/useStable.ts'
import type { DrawnColumn } from '../columns/drawnColumns.ts'
import { HeaderCell } from '../columns/HeaderCell.tsx'
import { nextSort } from '../columns/nextSort.ts'
import type { Selection } from '../useSelection.ts'
import { BodyRow } from './BodyRow.tsx'
import { SelectAll } from './SelectAll.tsx'
import { TableRows } from './TableRows.tsx'
import { TotalsRow } from './TotalsRow.tsx'
import type { TableFrame } from './tableFrame.ts'
import { listFeatures, tableColumns, toSortingState } from './tableModel.ts'
import { useScrollEdges } from './useScrollEdges.ts'

interface DataTableProps {
  readonly frame: TableFrame
  readonly page: ListPage
  readonly query: ListQuery
  readonly columns: readonly DrawnColumn[]
  readonly selection: Selection
  readonly expanded: ReadonlySet<string>
  readonly onSort: (sort: ListQuery['sort']) => void
  readonly onResize: (field: string, width: number | null) => void
  /** True while old rows are shown and the next ones are loading. */
  readonly isStale: boolean
}

/** The table: headings, rows of one page, and totals of the whole list. */
export function DataTable(props: DataTableProps) {
  const { frame, page, query, columns, selection, expanded, isStale } = props
  const { screen } = frame
  const table = useListTable(props)
  const rows = table.getRowModel().rows
  const firstNumber = page.pageIndex * page.pageSize + 1
  const scroller = useRef<HTMLElement>(null)
  useActionsWidth(scroller, columns, page)
  useScrollEdges(scroller)
  useStaleMark(scroller, isStale)
  const sort = useEvent((field: string, keepOthers: boolean) => props.onSort(nextSort(query.sort, field, screen.list.sort, keepOthers)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className="list-scroll" tabIndex={0} aria-label={`${screen.title}清單`} aria-busy={isStale}>
      <table className="table table-hover list-table">
        <caption className="visually-hidden">{screen.title}</caption>
        <thead>
          <tr>
            {frame.selectable && (
              <th scope="col" className="list-lead d-print-none">
                <SelectAll
                  checked={selection.isAllMatching || table.getIsAllPageRowsSelected()}
                  partly={table.getIsSomePageRowsSelected()}
                  onChange={(checked) => table.toggleAllPageRowsSelected(checked)}
                />
              </th>
            )}
            <th scope="col" className="list-lead text-end">
              <span aria-hidden="true">#</span>
              <span className="visually-hidden">序號</span>
            </th>
            {frame.expandable && (
              <th scope="col" className="list-lead d-print-none">
                <span className="visually-hidden">明細</span>
              </th>
            )}
            {columns.map(({ column, className, style }) => (
              <HeaderCell
                key={column.field}
                column={column}
                className={className}
                style={style}
                sorted={table.getColumn(column.field)?.getIsSorted() ?? false}
                onSort={sort}
                onResize={props.onResize}
              />
            ))}
            {frame.hasRowActions && (
              <th scope="col" className="list-actions list-sticky-end">
                操作
              </th>
            )}
          </tr>
        </thead>
        <TableRows
          count={rows.length}
          keyOf={(index) => rows[index]?.id ?? String(index)}
          scroller={scroller}
          columnCount={frame.columnCount}
          draw={(index) => {
            const row = rows[index] as (typeof rows)[number]
            return (
              <BodyRow
                key={row.id}
                row={row.original}
                number={firstNumber + index}
                isSelected={selection.isAllMatching || selection.map[row.id] === true}
                isExpanded={expanded.has(row.id)}
                columns={columns}
                frame={frame}
              />
            )
          }}
        />
        {screen.list.totals.length > 0 && <TotalsRow frame={frame} columns={columns} totals={page.totals} fields={screen.list.totals} />}
      </table>
    </section>
  )
}

/** Milliseconds within which most answers arrive. */
const staleAfter = 300

/**
 * Dims rows while the next ones are loading for a while. Sets a class directly and not for quick answers, because each change paints the
 * whole table.
 */
function useStaleMark(scroller: RefObject<HTMLElement | null>, isStale: boolean): void {
  // Before the browser paints, so that new rows are never seen dimmed.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isStale || element === null) return
    const timer = setTimeout(() => element.classList.add('list-stale'), staleAfter)
    return () => {
      clearTimeout(timer)
      element.classList.remove('list-stale')
    }
  }, [scroller, isStale])
}

/** Tells the style sheet the width of the action column, because pinned columns are placed beside it. */
function useActionsWidth(scroller: RefObject<HTMLElement | null>, columns: readonly DrawnColumn[], page: ListPage): void {
  const hasPinned = columns.some(({ column }) => column.pin === 'end')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may have other buttons
  useLayoutEffect(() => {
    if (!hasPinned) return
    const heading = scroller.current?.querySelector<HTMLElement>('thead .list-actions')
    scroller.current?.style.setProperty('--list-actions-width', `${heading?.offsetWidth ?? 0}px`)
  }, [scroller, hasPinned, page])
}

/** The table model. Its state is owned elsewhere: order and page by the address, selection by the list. */
function useListTable({ frame, page, query, columns, selection }: DataTableProps) {
  const shown = useMemo(() => columns.map(({ column }) => column), [columns])
  const definitions = useMemo(() => tableColumns(shown), [shown])
  return useTable({
    features: listFeatures,
    columns: definitions,
    data: page.rows,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableRowSelection: frame.selectable,
    state: {
      sorting: toSortingState(query.sort),
      rowSelection: selection.map,
    },
    onRowSelectionChange: (update) => selection.set(typeof update === 'function' ? update(selection.map) : update),
  })
}
