import type { ResolvedColumn, ResolvedNaming } from '../../../language/resolved.ts'
import { fieldOf } from '../calls/listPage.ts'
import type { ColumnLabels } from '../labels/columnLabels.ts'

/** Loaded labels of a column's dictionary; undefined for a column without one. */
export type LabelsOf = (column: ResolvedColumn) => ColumnLabels | undefined

/**
 * Name of a record: `C000101 好食光（啟用）`. Fields that the row does not have, and labels that are not loaded, are left out, because a code
 * means nothing to users. Empty when nothing is known.
 */
export function recordName(naming: ResolvedNaming, record: Readonly<Record<string, unknown>>, labelsOf: LabelsOf): string {
  const names = naming.fields.map((column) => textOf(column, record, labelsOf)).filter((text) => text !== '')
  const state = naming.state === undefined ? '' : textOf(naming.state, record, labelsOf)
  return [...new Set(names)].join(' ') + (state === '' ? '' : `（${state}）`)
}

/** The name with the kind of record before it: `特約商 C000101 好食光（啟用）`. Empty when nothing is known. */
export function recordSubject(naming: ResolvedNaming, record: Readonly<Record<string, unknown>>, labelsOf: LabelsOf): string {
  const name = recordName(naming, record, labelsOf)
  return name === '' ? '' : `${naming.title} ${name}`
}

function textOf(column: ResolvedColumn, record: Readonly<Record<string, unknown>>, labelsOf: LabelsOf): string {
  const value = fieldOf(record, column.field)
  if (value === null || value === undefined || value === '' || typeof value === 'object') return ''
  if (column.dictionary === undefined) return String(value)
  return labelsOf(column)?.get(String(value))?.value ?? ''
}

/** The columns of a name that have a dictionary. */
export function dictionariesOf(naming: ResolvedNaming): readonly ResolvedColumn[] {
  return [...naming.fields, ...(naming.state ? [naming.state] : [])].filter((column) => column.dictionary !== undefined)
}
