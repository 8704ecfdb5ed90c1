import { dictionaryOf } from '../../../language/entity/property.ts'
import type { DictionaryRef } from '../../../language/resolved.ts'
import { withoutUnseen } from '../../../rules/cleanText.ts'
import { isDateTime, readDate } from '../../../rules/dates.ts'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { toHalfWidth } from '../../../rules/halfWidth.ts'
import { parseNumberText } from '../../../rules/numbers.ts'
import { writableFields } from '../allowedFields.ts'
import type { RecordValues } from '../hooks.ts'
import type { FieldModel } from '../model.ts'
import { isScoped } from '../scope.ts'
import type { PreparedCall } from '../services.ts'
import { defaultOf } from '../write/input.ts'

export interface ImportColumn {
  readonly field: FieldModel
  readonly required: boolean
  /** Keys by label and by key, because users may write either. */
  readonly keys?: ReadonlyMap<string, string>
  readonly options?: readonly PlainOption[]
  /** The options depend on the value of another column of the row. */
  readonly dependsOn?: { readonly dictionary: DictionaryRef; readonly field: string }
}

/** Columns that an import accepts, in the order of the document: single-valued fields of the create form, and lists of plain values. */
export async function importColumns(prepared: PreparedCall): Promise<readonly ImportColumn[]> {
  const { model, call } = prepared
  const writable = writableFields(call.screen, model, 'create')
  const fields = [...model.fields.values()].filter((field) => writable.has(field.name) && isWritten(field))
  return Promise.all(fields.map(async (field) => ({ field, required: isRequired(prepared, field), ...(await optionsOf(prepared, field)) })))
}

function isWritten(field: FieldModel): boolean {
  if (field.property.format === 'imageDataUrl') return false
  return field.kind !== 'json' || (field.property.type === 'array' && field.property.items?.type !== 'object')
}

function isRequired(prepared: PreparedCall, field: FieldModel): boolean {
  const { model, call } = prepared
  // Rows of a merchant are of the own company.
  if (field.name === model.entity.scope && isScoped(call.actor)) return false
  return model.entity.required?.includes(field.name) === true && defaultOf(prepared, field) === undefined
}

async function optionsOf({ services, call }: PreparedCall, field: FieldModel): Promise<Partial<ImportColumn>> {
  const ref = dictionaryOf(field.property)
  if (!ref || field.kind === 'boolean') return {}
  if (ref.strArg?.startsWith('form.')) return { dependsOn: { dictionary: ref, field: ref.strArg.slice('form.'.length) } }
  const options = await services.findOptions(ref.name, { ...ref, db: call.db, actor: call.actor })
  return options ? { keys: keysOf(options), options: options.filter((option) => !option.ended) } : {}
}

function keysOf(options: readonly PlainOption[]): ReadonlyMap<string, string> {
  return new Map([...options.map(({ key, value }) => [value, key] as const), ...options.map(({ key }) => [key, key] as const)])
}

type Options = readonly PlainOption[] | undefined

/** Options for a column of a row; undefined when any value is allowed. */
export async function optionsFor(
  { services, call }: PreparedCall,
  { options, dependsOn }: ImportColumn,
  row: RecordValues,
): Promise<Options> {
  if (!dependsOn) return options
  const { strArg: _declared, ...ref } = dependsOn.dictionary
  const argument = row[dependsOn.field]
  if (argument === undefined || argument === null) return undefined
  const found = await services.findOptions(ref.name, { ...ref, strArg: String(argument), db: call.db, actor: call.actor })
  return found?.filter((option) => !option.ended)
}

export type FindOptions = (column: ImportColumn, row: RecordValues) => Promise<Options>

/** {@link optionsFor} for the rows of a file: each dictionary is read once per argument. */
export function optionsOfRows(prepared: PreparedCall): FindOptions {
  const known = new Map<string, Promise<Options>>()
  return (column, row) => {
    const question = JSON.stringify([column.field.name, column.dependsOn && row[column.dependsOn.field]])
    const options = known.get(question) ?? optionsFor(prepared, column, row)
    known.set(question, options)
    return options
  }
}

/** Rows with labels replaced by keys, where the meaning of a label depends on another column. */
export async function withDependentKeys(
  prepared: PreparedCall,
  columns: readonly ImportColumn[],
  rows: readonly RecordValues[],
): Promise<readonly RecordValues[]> {
  const read = rows.map((row) => ({ ...row }))
  const findOptions = optionsOfRows(prepared)
  for (const column of columns) {
    const { field, dependsOn } = column
    if (!dependsOn) continue
    const known = new Map<unknown, ReadonlyMap<string, string>>()
    for (const row of read) {
      const value = row[field.name]
      if (typeof value !== 'string') continue
      const argument = row[dependsOn.field]
      const keys = known.get(argument) ?? keysOf((await findOptions(column, row)) ?? [])
      known.set(argument, keys)
      row[field.name] = keyOf(keys, value)
    }
  }
  return read
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['是', 'true', 'TRUE', 'Y'].map((word) => [word, true] as const),
  ...['否', 'false', 'FALSE', 'N'].map((word) => [word, false] as const),
])

/** The value of a cell. A cell that does not fit its field stays unchanged, and validation reports it. */
export function valueOfCell(column: ImportColumn, cell: unknown): unknown {
  const { field, keys } = column
  if (cell === null || cell === undefined || cell === '') return undefined
  if (cell instanceof Date) return field.kind === 'dateTime' ? instantOf(cell.toISOString().slice(0, 19)) : cell.toISOString().slice(0, 10)
  const given = String(cell).trim()
  const text = withoutUnseen(given).trim()
  if (text === '') return undefined
  if (field.kind === 'json') return text.split(/[,，、]/).flatMap((part) => (part.trim() === '' ? [] : [keyOf(keys, part.trim())]))
  if (keys) return keyOf(keys, text)
  if (field.kind === 'boolean') return booleans.get(toHalfWidth(text)) ?? text
  if (field.kind === 'integer' || field.kind === 'number') return parseNumberText(text)
  if (field.kind === 'date') return dateOf(text)
  if (field.kind === 'dateTime') return momentOf(text)
  // Cleaned where it is written, as what a form sends.
  return given
}

function keyOf(keys: ReadonlyMap<string, string> | undefined, text: string): string {
  return keys?.get(text) ?? text
}

const dateOf = (text: string): string => readDate(text) ?? text

/** Accepts 2026/1/5 09:00 with or without seconds, as in exports. */
function momentOf(text: string): string {
  const parts = /^(\S+) (\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(toHalfWidth(text))
  if (!parts) return text
  const time = `${dateOf(parts[1] ?? '')}T${parts[2]?.padStart(2, '0')}:${parts[3]}:${parts[4] ?? '00'}`
  return isDateTime(`${time}Z`) ? instantOf(time) : text
}

/** A time of a sheet is Taipei time, because sheets have no time zones. @param time YYYY-MM-DDTHH:mm:ss */
function instantOf(time: string): string {
  return new Date(`${time}+08:00`).toISOString()
}
