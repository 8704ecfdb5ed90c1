import { Fragment, type ReactNode } from 'react'
import { useLabels } from '../../../client/dictionaries.ts'
import type { ResolvedColumn, ResolvedField } from '../../../language/resolved.ts'
import { linkedContent, withRecordLink } from '../records/recordLink.tsx'
import { renderCell } from './cellRenderers.tsx'

export interface FieldValueProps {
  readonly field: ResolvedField
  readonly value: unknown
  /** Argument of a dependent dictionary. */
  readonly strArg: string | undefined
  /** The record, or the row of a list, with the value. Links may need another field of it. */
  readonly row?: Readonly<Record<string, unknown>> | undefined
}

/** A stored value in one line, in the format of lists; the number of a record that a row refers to with its name, where that is known. */
export function PlainValue({ field, value, strArg, row = { [field.field]: value } }: FieldValueProps) {
  const labels = useLabels(field.dictionary, strArg)
  if (typeof value === 'boolean' && field.ui.labels) return value ? field.ui.labels.true : field.ui.labels.false
  const column = columnOf(field)
  const [link] = field.to ?? []
  if (link === undefined || !Array.isArray(value))
    return withRecordLink(withName(renderCell(value, { column, labels }), field, row), field, row)
  return value.map((one) => <Fragment key={String(one)}>{linkedContent(renderCell(one, { column, labels }), link, one)} </Fragment>)
}

function withName(content: ReactNode, { recordName }: ResolvedField, row: Readonly<Record<string, unknown>>): ReactNode {
  const name = recordName === undefined ? undefined : row[recordName]
  if (content === null || (typeof name !== 'string' && typeof name !== 'number')) return content
  return (
    <>
      {content} {name}
    </>
  )
}

/** Converts a field to a column, which the renderers of lists need; both have the same properties. */
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
