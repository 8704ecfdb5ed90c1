import type { Property } from '../../../language/documents/entity.ts'
import { rowId } from '../../../language/entity/details.ts'
import type { RecordValues } from '../hooks.ts'
import { enteredText } from '../validation/enteredText.ts'

/**
 * Rows of a request as they are read from the database, so that both can be compared: no empty members, no blanks around texts, and nothing
 * but the id and what a row shows. Anything that is no list of objects stays as it is; the rules of the field refuse it.
 */
export function detailRows({ items }: Property, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const rows = value.map((row: unknown) => (isRow(row) ? detailRow(items?.properties ?? {}, row) : row))
  return rows.length === 0 ? null : rows
}

function detailRow(members: Readonly<Record<string, Property>>, row: RecordValues): RecordValues {
  const entries = Object.entries(row).map(
    ([name, value]) => [name, typeof value === 'string' ? enteredText(members[name], value) : value] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined && value !== ''))
}

export function isRow(row: unknown): row is RecordValues {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}

/** Id of the record of a row; null for a new row. */
export function idOfRow(row: RecordValues): number | null {
  const id = row[rowId]
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}
