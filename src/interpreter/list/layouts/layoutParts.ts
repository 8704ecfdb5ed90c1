import type { ReactNode } from 'react'
import type { Tone } from '../../../language/documents/vocabulary.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedColumn, ResolvedList } from '../../../language/resolved.ts'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'
import { type ColumnLabels, noLabels, toneOf } from '../../shared/labels/columnLabels.ts'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import type { TableFrame } from '../table/tableFrame.ts'

/** What every layout needs. */
export interface LayoutProps {
  readonly frame: TableFrame
  readonly query: ListQuery
  /** Increased to reload the rows. */
  readonly version: number
}

export type Labels = ReadonlyMap<string, ColumnLabels>

export function columnOf(list: ResolvedList, field: string | undefined): ResolvedColumn | undefined {
  return list.columns.find((column) => column.field === field)
}

/** The columns of some fields, without those that are none for this user. */
export function columnsOf(list: ResolvedList, fields: readonly (string | undefined)[]): readonly ResolvedColumn[] {
  return list.columns.filter(({ field }) => fields.includes(field))
}

export function shownValue(row: ListRow, column: ResolvedColumn, labels: Labels): ReactNode {
  return renderCell(fieldOf(row, column.field), { column, labels: labels.get(column.field) ?? noLabels })
}

/** Colour of a record by the value of a field; neutral without one. */
export function rowTone(row: ListRow, column: ResolvedColumn | undefined, labels: Labels): Tone {
  if (column === undefined) return 'secondary'
  return toneOf(labels.get(column.field) ?? noLabels, column.tags, fieldOf(row, column.field))
}
