import type { DrawnColumn } from '../columns/drawnColumns.ts'
import { HeaderCell } from '../columns/HeaderCell.tsx'
import { SelectAll } from './SelectAll.tsx'
import type { TableFrame } from './tableFrame.ts'
import type { ListTable } from './useListTable.ts'

interface TableHeadProps {
  readonly frame: TableFrame
  readonly table: ListTable
  readonly columns: readonly DrawnColumn[]
  /** All rows of the list are selected, also those of other pages. */
  readonly isAllMatching: boolean
  readonly onSort: (field: string, keepOthers: boolean) => void
  readonly onResize: (field: string, width: number | null) => void
}

/** The headings: of the columns, and of what stands around them in each row. */
export function TableHead({ frame, table, columns, isAllMatching, onSort, onResize }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {frame.selectable && (
          <th scope="col" className="list-lead d-print-none">
            <SelectAll
              checked={isAllMatching || table.getIsAllPageRowsSelected()}
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
            onSort={onSort}
            onResize={onResize}
          />
        ))}
        {frame.hasRowActions && (
          <th scope="col" className="list-actions list-sticky-end">
            操作
          </th>
        )}
      </tr>
    </thead>
  )
}
