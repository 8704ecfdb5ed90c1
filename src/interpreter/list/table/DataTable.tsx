import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'
import { useEvent } from '../../shared/parts/useStable.ts'
import type { DrawnColumn } from '../columns/drawnColumns.ts'
import { nextSort } from '../columns/nextSort.ts'
import { BodyRow } from './BodyRow.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TotalsRow } from './TotalsRow.tsx'
import type { TableFrame } from './tableFrame.ts'
import { useListTable } from './useListTable.ts'
import { useScrollEdges } from './useScrollEdges.ts'
import type { Selection } from './useSelection.ts'

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
  const table = useListTable({ page, query, columns, selection, selectable: frame.selectable })
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
        <TableHead
          frame={frame}
          table={table}
          columns={columns}
          isAllMatching={selection.isAllMatching}
          onSort={sort}
          onResize={props.onResize}
        />
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
        {screen.list.totals.length > 0 && <TotalsRow frame={frame} columns={columns} totals={page.totals} list={screen.list} />}
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
