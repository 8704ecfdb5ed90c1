import type { ImportCheck } from '../../../answers/records.ts'
import { textError } from '../../platform/errors.ts'
import type { TaskOwner } from '../../platform/workers/workerRoom.ts'
import type { RecordValues } from '../hooks.ts'
import { type ImportColumn, valueOfCell } from './importColumns.ts'
import { importRowsMax, readWorkbook } from './workbook/readWorkbook.ts'

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
 * Reads the first sheet of an .xlsx file whose headings are the titles of the columns.
 *
 * @param owner user who sent the file
 * @throws 400 (M17) for a file that is no sheet or not safe, for wrong headings, without rows, and with more than 5,000 rows; 429 when too
 * many files wait
 */
export async function readImportFile(owner: TaskOwner, columns: readonly ImportColumn[], file: Uint8Array): Promise<ReadImport> {
  const [headings = [], ...lines] = await readWorkbook(owner, file)
  return { headings: headings.map(textOfCell), lines, rows: rowsOf(placesOf(columns, headings), lines) }
}

/** The first rows as read, for the user to check before anything is written. */
export function previewOf({ headings, lines, rows }: ReadImport): Pick<ImportCheck, 'count' | 'headings' | 'rows'> {
  const shown = rows.slice(0, previewRowsMax).map(({ number }) => ({ number, cells: (lines[number - 2] ?? []).map(textOfCell) }))
  return { count: rows.length, headings, rows: shown }
}

function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).slice(0, 200)
}

function rowsOf(places: ReadonlyMap<number, ImportColumn>, lines: readonly (readonly unknown[])[]): readonly ImportRow[] {
  const rows = lines
    .map((line, index) => ({ number: index + 2, values: valuesOf(places, line) }))
    .filter((row) => Object.keys(row.values).length > 0)
  if (rows.length === 0) throw textError(400, '檔案沒有資料列', 'M17')
  if (rows.length > importRowsMax) throw textError(400, `一次最多匯入 ${importRowsMax} 列`, 'M17')
  return rows
}

/** @throws 400 for a heading that is not the title of a field or occurs twice, and for a required field without a column */
function placesOf(columns: readonly ImportColumn[], headings: readonly unknown[]): ReadonlyMap<number, ImportColumn> {
  const byTitle = new Map(columns.map((column) => [column.field.title, column]))
  const places = new Map<number, ImportColumn>()
  for (const [index, heading] of headings.entries()) {
    const title = String(heading ?? '').trim()
    if (title === '') continue
    const column = byTitle.get(title)
    if (!column) throw textError(400, `未知的欄位「${title}」，請依範例檔的標題列填寫。`, 'M17')
    if ([...places.values()].includes(column)) throw textError(400, `標題「${title}」重複`, 'M17')
    places.set(index, column)
  }
  const given = new Set(places.values())
  const missing = columns.find((column) => column.required && !given.has(column))
  if (missing) throw textError(400, `缺少欄位「${missing.field.title}」，請依範例檔的標題列填寫。`, 'M17')
  return places
}

function valuesOf(places: ReadonlyMap<number, ImportColumn>, line: readonly unknown[]): RecordValues {
  const entries = [...places].map(([index, column]) => [column.field.name, valueOfCell(column, line[index])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
