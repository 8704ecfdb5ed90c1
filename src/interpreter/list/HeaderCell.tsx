import { type CSSProperties, memo } from 'react'
import type { ResolvedColumn, SortKey } from '../../language/resolved.ts'
import { ResizeHandle } from './ResizeHandle.tsx'

interface HeaderCellProps {
  readonly column: ResolvedColumn
  readonly className: string
  readonly style: CSSProperties | undefined
  /** Direction that is on; false when the list is not ordered by this column. */
  readonly sorted: SortKey['direction'] | false
  readonly onSort: (field: string, keepOthers: boolean) => void
  readonly onResize: (field: string, width: number | null) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '▲', desc: '▼' } as const

/**
 * A column heading; a sortable one is a button, and Shift adds the column to the order instead of replacing it. Memoised: another order
 * changes two headings, not all.
 */
export const HeaderCell = memo(function HeaderCell({ column, className, style, sorted, onSort, onResize }: HeaderCellProps) {
  return (
    <th scope="col" className={className} style={style} aria-sort={sorted ? ariaSort[sorted] : column.sortable ? 'none' : undefined}>
      {column.sortable ? (
        <button type="button" className="list-sort" onClick={(event) => onSort(column.field, event.shiftKey)}>
          {column.title}
          <span className={sorted ? 'list-sort-arrow' : 'list-sort-arrow list-sort-idle'} aria-hidden="true">
            {sorted ? arrows[sorted] : '↕'}
          </span>
        </button>
      ) : (
        column.title
      )}
      <ResizeHandle title={column.title} width={column.width} onResize={(width) => onResize(column.field, width)} />
    </th>
  )
})
