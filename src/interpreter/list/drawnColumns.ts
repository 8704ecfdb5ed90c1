import type { CSSProperties } from 'react'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { type ColumnLabels, noLabels } from './columnLabels.ts'

/** A visible column with all that its cells share, computed once per list and not once per cell. */
export interface DrawnColumn {
  readonly column: ResolvedColumn
  readonly labels: ColumnLabels
  readonly className: string
  readonly style: CSSProperties | undefined
}

/** Width that a pinned column gets when its document gives none; the columns pinned after it start where it ends. */
const pinnedWidth = 160

/**
 * The columns as they are drawn. Columns pinned to the start come first and stay when the table is scrolled sideways; without
 * any, the first column does.
 */
export function drawnColumns(columns: readonly ResolvedColumn[], labels: ReadonlyMap<string, ColumnLabels>): readonly DrawnColumn[] {
  const ordered = [...pinned(columns, 'start'), ...pinned(columns, undefined), ...pinned(columns, 'end')]
  const stickyCount = Math.max(1, pinned(columns, 'start').length)
  return ordered.map((column, index) => ({
    column,
    labels: labels.get(column.field) ?? noLabels,
    className: classOf(column, index < stickyCount),
    style: styleOf(ordered, index, stickyCount),
  }))
}

function pinned(columns: readonly ResolvedColumn[], side: ResolvedColumn['pin']): readonly ResolvedColumn[] {
  return columns.filter((column) => column.pin === side)
}

function classOf(column: ResolvedColumn, isSticky: boolean): string {
  return `text-${column.align} list-cell-${column.format}${isSticky ? ' list-sticky-start' : ''}`
}

function styleOf(columns: readonly ResolvedColumn[], index: number, stickyCount: number): CSSProperties | undefined {
  const width = columns[index]?.width
  if (index >= stickyCount || stickyCount === 1) return width === undefined ? undefined : { width, minWidth: width }
  const left = columns.slice(0, index).reduce((sum, before) => sum + (before.width ?? pinnedWidth), 0)
  return { width: width ?? pinnedWidth, minWidth: width ?? pinnedWidth, left }
}
