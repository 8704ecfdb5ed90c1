import { readSheet } from 'read-excel-file/node'
import { message } from '../../../rules/messages.ts'
import { savepoint } from '../../platform/database/transact.ts'
import { ApiError, refuseWith } from '../../platform/errors.ts'
import { createInside } from '../create.ts'
import type { ImportCheck, ImportResult } from '../engine.ts'
import type { RecordValues } from '../hooks.ts'
import type { PreparedCall } from '../services.ts'
import { type Write, write } from '../write.ts'
import { type ImportColumn, importColumns, valueOfCell } from './importColumns.ts'
import { refuseUnsafeZip } from './safeZip.ts'

const rowsMax = 5000
/** More texts than these help nobody. */
const textsMax = 100

/** Rows that a check shows as they were read. */
const previewRowsMax = 20

/** A row to be made, with its number in the sheet. */
interface ImportRow {
  readonly number: number
  readonly values: RecordValues
}

type RowError = ImportCheck['errors'][number]

/** Makes one record of each row; with any error nothing is written and all rows' errors are told. */
export async function importRecords(prepared: PreparedCall, file: Uint8Array): Promise<ImportResult> {
  const { rows } = await readImport(prepared, file)
  return write(prepared, async (open) => {
    const errors = await createRows(open, rows)
    const texts = errors.map((error) => `第 ${error.row} 列：${error.message}`)
    if (texts.length > 0) throw new ApiError(400, 'M17', [message('M17'), ...cut(texts)].join('\n'))
    return { createdCount: rows.length }
  })
}

/**
 * Does the whole import and takes it back, so that what a later import of the same file would refuse is known before:
 * rules of hooks, constraints of the database and rows of the same file that clash among themselves included.
 */
export async function checkImport(prepared: PreparedCall, file: Uint8Array): Promise<ImportCheck> {
  const { headings, lines, rows } = await readImport(prepared, file)
  const errors = await withoutTrace(prepared, (open) => createRows(open, rows))
  return {
    count: rows.length,
    headings,
    rows: rows.slice(0, previewRowsMax).map(({ number }) => ({ number, cells: (lines[number - 2] ?? []).map(textOfCell) })),
    errors: errors.slice(0, textsMax),
    errorCount: errors.length,
  }
}

async function createRows(open: Write, rows: readonly ImportRow[]): Promise<readonly RowError[]> {
  const errors: RowError[] = []
  for (const row of rows) {
    const text = await refusalOf(() => savepoint(open.trx, () => createInside(open, row.values, { action: 'import', label: '匯入' })))
    if (text !== null) errors.push({ row: row.number, message: text })
  }
  return errors
}

/** Carries the answer of a write out of the transaction that its throwing rolls back. */
class Trial<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('a trial run that is rolled back')
    this.result = result
  }
}

async function withoutTrace<T>(prepared: PreparedCall, work: (open: Write) => Promise<T>): Promise<T> {
  try {
    return await write(prepared, async (open) => {
      throw new Trial(await work(open))
    })
  } catch (error) {
    if (error instanceof Trial) return error.result as T
    throw error
  }
}

async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

function cut(texts: readonly string[]): readonly string[] {
  return texts.length <= textsMax ? texts : [...texts.slice(0, textsMax), `…另有 ${texts.length - textsMax} 列錯誤`]
}

async function readCells(file: Uint8Array): Promise<readonly (readonly unknown[])[]> {
  refuseUnsafeZip(file)
  try {
    return await readSheet(Buffer.from(file))
  } catch (error) {
    throw new ApiError(400, 'M17', '檔案格式錯誤，請使用 .xlsx 檔', { cause: error })
  }
}

interface ReadImport {
  readonly headings: readonly string[]
  /** As they stand in the sheet, the first one in its second row. */
  readonly lines: readonly (readonly unknown[])[]
  readonly rows: readonly ImportRow[]
}

async function readImport(prepared: PreparedCall, file: Uint8Array): Promise<ReadImport> {
  const [headings = [], ...lines] = await readCells(file)
  const rows = rowsOf(placesOf(await importColumns(prepared), headings), lines)
  return { headings: headings.map(textOfCell), lines, rows }
}

function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).slice(0, 200)
}

function rowsOf(places: ReadonlyMap<number, ImportColumn>, lines: readonly (readonly unknown[])[]): readonly ImportRow[] {
  const rows = lines
    .map((line, index) => ({ number: index + 2, values: valuesOf(places, line) }))
    .filter((row) => Object.keys(row.values).length > 0)
  if (rows.length === 0) throw refuseWith(400, '檔案沒有資料列', 'M17')
  if (rows.length > rowsMax) throw refuseWith(400, `一次最多匯入 ${rowsMax} 列`, 'M17')
  return rows
}

/** @throws 400 for a heading that is no field's title, one that stands twice, and a required field without a column */
function placesOf(columns: readonly ImportColumn[], headings: readonly unknown[]): ReadonlyMap<number, ImportColumn> {
  const byTitle = new Map(columns.map((column) => [column.field.title, column]))
  const places = new Map<number, ImportColumn>()
  for (const [index, heading] of headings.entries()) {
    const title = String(heading ?? '').trim()
    if (title === '') continue
    const column = byTitle.get(title)
    if (!column) throw refuseWith(400, `未知的欄位「${title}」，請依範例檔的標題列填寫。`, 'M17')
    if ([...places.values()].includes(column)) throw refuseWith(400, `標題「${title}」重複`, 'M17')
    places.set(index, column)
  }
  const given = new Set(places.values())
  const missing = columns.find((column) => column.required && !given.has(column))
  if (missing) throw refuseWith(400, `缺少欄位「${missing.field.title}」，請依範例檔的標題列填寫。`, 'M17')
  return places
}

function valuesOf(places: ReadonlyMap<number, ImportColumn>, line: readonly unknown[]): RecordValues {
  const entries = [...places].map(([index, column]) => [column.field.name, valueOfCell(column, line[index])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
