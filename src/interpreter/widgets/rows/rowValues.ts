import type { ResolvedField } from '../../../language/resolved.ts'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { parseNumberText } from '../../../rules/numbers.ts'
import { ownOptions, valueOfKey } from '../options/optionKeys.ts'

/** One row of a rows editor. */
export type Row = Readonly<Record<string, unknown>>

/** Loaded options of a column, by field name. */
export type ColumnOptions = (field: ResolvedField) => readonly PlainOption[]

/** The rows of a value; entries that are not objects are left out. */
export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)) : []
}

/** True for a number that is only shown, and therefore stands at the right end of its column. */
export function isFigure(field: ResolvedField): boolean {
  return isNumber(field) && (field.property['x-formula'] !== undefined || field.borrowedBy !== undefined)
}

/** True for a column of numbers, entered or calculated. */
export function isNumber({ property, dictionary }: ResolvedField): boolean {
  return (property.type === 'integer' || property.type === 'number') && dictionary === undefined
}

/** A new row with the defaults of its members. */
export function newRow(columns: readonly ResolvedField[]): Row {
  return Object.fromEntries(columns.map(({ field, property }) => [field, property.default]).filter(([, value]) => value !== undefined))
}

/** The rows with one moved up or down; unchanged when it cannot move. */
export function movedRow<T>(rows: readonly T[], index: number, step: -1 | 1): readonly T[] {
  const target = index + step
  const one = rows[index]
  const other = rows[target]
  if (one === undefined || other === undefined) return rows
  return rows.map((row, place) => (place === index ? other : place === target ? one : row))
}

interface PastedRowsInput {
  readonly cells: readonly (readonly string[])[]
  readonly start: { readonly row: number; readonly column: number }
  readonly columns: readonly ResolvedField[]
  readonly options: ColumnOptions
  readonly limit: number
}

/** Pastes cells into the rows, from one cell to the right and down; adds rows up to the limit. */
export function pastedRows(rows: readonly Row[], { cells, start, columns, options, limit }: PastedRowsInput): readonly Row[] {
  const count = Math.min(Math.max(rows.length, start.row + cells.length), limit)
  return Array.from({ length: count }, (_, index) => {
    const row = rows[index] ?? newRow(columns)
    const line = cells[index - start.row] ?? []
    const entries = line.flatMap((text, offset) => {
      const column = columns[start.column + offset]
      return column && !column.readonly ? [[column.field, cellValue(text, column, options(column))] as const] : []
    })
    return { ...row, ...notShown(columns, entries), ...Object.fromEntries(entries) }
  })
}

/** What a row showed of the records that it named until now; their pickers show the new ones when they have found them. */
function notShown(columns: readonly ResolvedField[], entries: readonly (readonly [string, unknown])[]): Row {
  const named = columns.filter(({ field }) => entries.some(([name]) => name === field))
  const shown = named.flatMap(({ reference }) => [...(reference?.shows ?? []), ...(reference?.name === undefined ? [] : [reference.name])])
  return Object.fromEntries(shown.map((name) => [name, undefined]))
}

/** Meaning of a pasted text in a column: key or label of an option, a number, or the text itself. */
function cellValue(text: string, column: ResolvedField, options: readonly PlainOption[]): unknown {
  const plain = text.trim()
  if (plain === '') return undefined
  const option = [...options, ...ownOptions(column)].find(({ key, value }) => key === plain || value === plain)
  if (option) return valueOfKey(option.key, column.property)
  const { type, format } = column.property
  if (type === 'integer' || type === 'number') return parseNumberText(plain)
  return format === 'date' ? plain.replaceAll('/', '-') : plain
}
