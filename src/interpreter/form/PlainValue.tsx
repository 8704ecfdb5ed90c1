import { useLabels } from '../../client/dictionaries.ts'
import type { ResolvedColumn, ResolvedField } from '../../language/resolved.ts'
import { renderCell } from '../list/cells/cellRenderers.tsx'

export interface FieldValueProps {
  readonly field: ResolvedField
  readonly value: unknown
  /** Argument of a dependent dictionary. */
  readonly strArg: string | undefined
}

/** A stored value in the list's format for it, in one line. */
export function PlainValue({ field, value, strArg }: FieldValueProps) {
  const labels = useLabels(field.dictionary, strArg)
  if (typeof value === 'boolean' && field.ui.labels) return value ? field.ui.labels.true : field.ui.labels.false
  return renderCell(value, { column: columnOf(field), labels })
}

/** The list's renderers want a column; a field has the same facts under the same names. */
function columnOf(field: ResolvedField): ResolvedColumn {
  const tags = field.property['x-tags']
  const decimals = field.property['x-decimals']
  return {
    field: field.field,
    title: field.title,
    format: field.format,
    sortable: false,
    hidden: false,
    align: 'start',
    ...(tags !== undefined && { tags }),
    ...(decimals !== undefined && { decimals }),
  }
}
