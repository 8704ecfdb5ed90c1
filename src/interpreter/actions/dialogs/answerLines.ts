import { formatDateTime } from '../../../client/format.ts'
import { type DisplayFormat, displayFormats } from '../../../language/documents/vocabulary.ts'
import type { ResolvedColumn, ResolvedField, ResolvedScreen } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'

/** Rows of an answer, as a table. */
export interface AnswerTable {
  readonly columns: readonly ResolvedColumn[]
  readonly rows: readonly ListRow[]
}

/** One value of an answer in readable form. */
export interface AnswerLine {
  /** Name of the value in the answer; empty when the answer is a single value. */
  readonly name: string
  readonly title: string
  readonly text: string
  /** Shown instead of the text. */
  readonly table?: AnswerTable
  /** A value with a title from the server is only to be read, not copied. */
  readonly isFact?: boolean
}

/**
 * Converts an answer to lines: one per member of an object, otherwise a single line. A member that is a field of the screen gets the title
 * of the field. The server may give a title itself: `{title, value}`, `{title, value, copyable: true}` for values to copy, or `{title,
 * columns: [{field, title, format, dictionary?}], rows}` for a table.
 */
export function answerLines(answer: unknown, screen: Pick<ResolvedScreen, 'forms'>): readonly AnswerLine[] {
  if (!isObject(answer)) return [{ name: '', title: '結果', text: plainText(answer) }]
  return Object.entries(answer).map(([name, value]) => titledLine(name, value) ?? plainLine(name, value, screen))
}

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function titledLine(name: string, value: unknown): AnswerLine | null {
  if (!isObject(value) || typeof value.title !== 'string') return null
  const { title, columns, rows, copyable } = value
  if (Array.isArray(columns) && Array.isArray(rows)) return { name, title, text: '', table: tableOf(columns, rows) }
  if (!('value' in value)) return null
  const line = { name, title, text: plainText(value.value) }
  return copyable === true ? line : { ...line, isFact: true }
}

const isFormat = (format: unknown): format is DisplayFormat => displayFormats.some((known) => known === format)
const numberFormats: ReadonlySet<DisplayFormat> = new Set(['points', 'integer', 'money', 'price', 'percent'])

function columnOf(column: Members): ResolvedColumn {
  const format = isFormat(column.format) ? column.format : 'text'
  const align = numberFormats.has(format) ? 'end' : 'start'
  const dictionary = typeof column.dictionary === 'string' ? { dictionary: { name: column.dictionary } } : {}
  return { field: String(column.field), title: String(column.title), format, align, sortable: false, hidden: false, ...dictionary }
}

function tableOf(columns: readonly unknown[], rows: readonly unknown[]): AnswerTable {
  return {
    columns: columns.filter(isObject).map(columnOf),
    rows: rows.filter(isObject).map((row, index) => ({ ...row, id: index + 1 })),
  }
}

function plainLine(name: string, value: unknown, screen: Pick<ResolvedScreen, 'forms'>): AnswerLine {
  const field = findField(screen, name)
  return { name, title: field?.title ?? name, text: field?.format === 'dateTime' ? formatDateTime(value) : plainText(value) }
}

function findField({ forms }: Pick<ResolvedScreen, 'forms'>, name: string): ResolvedField | undefined {
  const owner = Object.values(forms).find((form) => Object.hasOwn(form.fields, name))
  return owner?.fields[name]
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
