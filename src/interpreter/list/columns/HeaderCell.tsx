import { type CSSProperties, memo } from 'react'
import type { ResolvedColumn, SortKey } from '../../../language/resolved.ts'
import { ResizeHandle } from './ResizeHandle.tsx'

interface HeaderCellProps {
  readonly column: ResolvedColumn
  readonly className: string
  readonly style: CSSProperties | undefined
  /** Active sort direction; false when the list is not sorted by this column. */
  readonly sorted: SortKey['direction'] | false
  readonly onSort: (field: string, keepOthers: boolean) => void
  readonly onResize: (field: string, width: number | null) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '▲', desc: '▼' } as const

/**
 * A column heading. A sortable one is a button; with Shift the column is added to the sort order instead of replacing it. Memoised, because
 * another order changes only two headings.
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
