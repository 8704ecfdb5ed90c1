import type { CSSProperties } from 'react'
import { type ColumnLabels, noLabels } from '../../shared/labels/columnLabels.ts'
import type { ArrangedColumn } from './arrangedColumns.ts'

/** A visible column with everything that its cells share, computed once per list instead of once per cell. */
export interface DrawnColumn {
  readonly column: ArrangedColumn
  readonly labels: ColumnLabels
  readonly className: string
  readonly style: CSSProperties | undefined
}

/** Width of a pinned column without a width of its own. It has to be known, because the next pinned column starts there. */
const pinnedWidth = 160

/**
 * The columns to draw. Columns pinned to the start come first and stay visible during horizontal scrolling, as do those pinned to the end.
 * Without any pinned to the start, the first column stays visible.
 */
export function drawnColumns(columns: readonly ArrangedColumn[], labels: ReadonlyMap<string, ColumnLabels>): readonly DrawnColumn[] {
  const starts = pinned(columns, 'start')
  const ends = pinned(columns, 'end')
  const middle = pinned(columns, undefined)
  const first = starts.length > 0 ? starts : middle.slice(0, 1)
  return [
    ...first.map((column, index) =>
      draw(
        column,
        labels,
        index === first.length - 1 ? 'list-sticky-start list-sticky-edge' : 'list-sticky-start',
        placed(column, starts.length > 1, { left: widthOf(first, 0, index) }),
      ),
    ),
    ...middle.slice(starts.length > 0 ? 0 : 1).map((column) => draw(column, labels, '', sized(column))),
    ...ends.map((column, index) =>
      draw(
        column,
        labels,
        'list-sticky-end list-pinned-end',
        placed(column, true, { right: endOffset(widthOf(ends, index + 1, ends.length)) }),
      ),
    ),
  ]
}

function pinned(columns: readonly ArrangedColumn[], side: ArrangedColumn['pin']): readonly ArrangedColumn[] {
  return columns.filter((column) => column.pin === side)
}

function widthOf(columns: readonly ArrangedColumn[], from: number, to: number): number {
  return columns.slice(from, to).reduce((sum, column) => sum + (column.width ?? pinnedWidth), 0)
}

/** The action column is at the very end; the table measures its width. */
function endOffset(width: number): string {
  return `calc(var(--list-actions-width, 0px) + ${width}px)`
}

function draw(
  column: ArrangedColumn,
  labels: ReadonlyMap<string, ColumnLabels>,
  sticky: string,
  style: CSSProperties | undefined,
): DrawnColumn {
  const className = [`text-${column.align}`, `list-cell-${column.format}`, column.isSized && 'list-sized', sticky].filter(Boolean).join(' ')
  return { column, labels: labels.get(column.field) ?? noLabels, className, style }
}

function sized(column: ArrangedColumn, widthDefault?: number): CSSProperties | undefined {
  const width = column.width ?? widthDefault
  if (width === undefined) return undefined
  return column.isSized ? { width, minWidth: width, maxWidth: width } : { width, minWidth: width }
}

/** A pinned column with neighbours must have exactly the width with which they are placed. */
function placed(column: ArrangedColumn, hasNeighbours: boolean, offset: CSSProperties): CSSProperties | undefined {
  const style = sized(column, hasNeighbours ? pinnedWidth : undefined)
  return hasNeighbours ? { ...style, ...offset } : style
}
