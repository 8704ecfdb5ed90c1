import type { ImportCheck } from '../../../answers/records.ts'
import { asOneLine } from '../../../rules/cleanText.ts'
import { textError } from '../../platform/errors.ts'
import type { TaskOwner } from '../../platform/workers/workerRoom.ts'
import type { RecordValues } from '../hooks.ts'
import { type ImportColumn, valueOfCell } from './importColumns.ts'
import { importRowsMax, readTable } from './workbook/readTable.ts'

/** Most error texts of an answer, because nobody reads more. */
export const textsMax = 100

/** Most rows that a check shows as read. */
const previewRowsMax = 20

/** A row to create, with its row number in the sheet. */
export interface ImportRow {
  readonly number: number
  readonly values: RecordValues
}

/** A file as read: its cells, and the values that they mean. */
export interface ReadImport {
  readonly headings: readonly string[]
  /** Cells as in the sheet; the first entry is row 2 of the sheet. */
  readonly lines: readonly (readonly unknown[])[]
  readonly rows: readonly ImportRow[]
}

/**
 * Reads the first sheet of an .xlsx file, or a .csv, whose headings are the titles of the columns.
 *
 * @param owner user who sent the file
 * @throws 400 (M17) for a file that is no sheet or not safe, for wrong headings, without rows, and with more than 5,000 rows; 429 when too
 * many files wait
 */
export async function readImportFile(owner: TaskOwner, columns: readonly ImportColumn[], file: Uint8Array): Promise<ReadImport> {
  const [headings = [], ...lines] = await readTable(owner, file, importRowsMax)
  return { headings: headings.map(textOfCell), lines, rows: rowsOf(placesOf(columns, headings), lines) }
}

/**
 * The first rows as read, for the user to check before anything is written.
 *
 * @param numbers of the filled rows in the sheet
 */
export function previewOf({
  headings,
  lines,
  numbers,
}: {
  readonly headings: readonly unknown[]
  readonly lines: readonly (readonly unknown[])[]
  readonly numbers: readonly number[]
}): Pick<ImportCheck, 'count' | 'headings' | 'rows'> {
  const shown = numbers.slice(0, previewRowsMax).map((number) => ({ number, cells: (lines[number - 2] ?? []).map(textOfCell) }))
  return { count: numbers.length, headings: headings.map(textOfCell), rows: shown }
}

/** A file that was read, as {@link previewOf} takes it. */
export function previewOfRows({ headings, lines, rows }: ReadImport): Pick<ImportCheck, 'count' | 'headings' | 'rows'> {
  return previewOf({ headings, lines, numbers: rows.map(({ number }) => number) })
}

function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell).slice(0, 200)
  return cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
}

function rowsOf(places: ReadonlyMap<number, ImportColumn>, lines: readonly (readonly unknown[])[]): readonly ImportRow[] {
  const rows = lines
    .map((line, index) => ({ number: index + 2, values: valuesOf(places, line) }))
    .filter((row) => Object.keys(row.values).length > 0)
  assertFilled(rows.length, importRowsMax)
  return rows
}

/** @throws 400 for a file without rows, and for one with more than may be imported at once */
export function assertFilled(rowCount: number, rowsMax: number): void {
  if (rowCount === 0) throw textError(400, '檔案沒有資料列', 'M17')
  if (rowCount > rowsMax) throw textError(400, `一次最多匯入 ${rowsMax} 列`, 'M17')
}

function placesOf(columns: readonly ImportColumn[], headings: readonly unknown[]): ReadonlyMap<number, ImportColumn> {
  const places = placesByTitle(
    columns.map(({ field, required }) => ({ title: field.title, required })),
    headings,
  )
  return new Map(columns.flatMap((column, index) => (places[index] === undefined ? [] : [[places[index], column] as const])))
}

/**
 * Where the columns of a file stand, in the order of `columns`; undefined for one that it lacks.
 *
 * @throws 400 for a heading that is not the title of a column or occurs twice, and for a required column that is missing
 */
export function placesByTitle(
  columns: readonly { readonly title: string; readonly required: boolean }[],
  headings: readonly unknown[],
): readonly (number | undefined)[] {
  const places = new Map<string, number>()
  for (const [index, heading] of headings.entries()) {
    const title = asOneLine(String(heading ?? '')).trim()
    if (title === '') continue
    if (!columns.some((column) => column.title === title))
      throw textError(400, `未知的欄位「${title.slice(0, 50)}」，請依範例檔的標題列填寫。`, 'M17')
    if (places.has(title)) throw textError(400, `標題「${title}」重複`, 'M17')
    places.set(title, index)
  }
  const missing = columns.find(({ title, required }) => required && !places.has(title))
  if (missing) throw textError(400, `缺少欄位「${missing.title}」，請依範例檔的標題列填寫。`, 'M17')
  return columns.map(({ title }) => places.get(title))
}

function valuesOf(places: ReadonlyMap<number, ImportColumn>, line: readonly unknown[]): RecordValues {
  const entries = [...places].map(([index, column]) => [column.field.name, valueOfCell(column, line[index])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
