import { readSheet } from 'read-excel-file/node'
import { ApiError, refuseWith } from '../../platform/errors.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { refuseUnsafeZip } from '../../records/import/safeZip.ts'
import { importColumns } from './importColumns.ts'

/** A row of the file with its number in the sheet; the first row is the headings. */
export interface UserRow {
  readonly row: number
  readonly values: RecordValues
}

/** Rows of one import (domain 4.0). */
export const importRowsMax = 5000

/**
 * Reads the rows of an import file of users.
 *
 * @throws 400 when the file is no .xlsx within the limits, has unknown or missing headings, no rows, or too many
 */
export async function readUserFile(file: Uint8Array): Promise<readonly UserRow[]> {
  refuseUnsafeZip(file)
  const [headings = [], ...lines] = await readCells(file)
  const names = headings.map((heading) => fieldOf(String(heading ?? '').trim()))
  const missing = importColumns.find((column) => column.required && !names.includes(column.field))
  if (missing) throw refuseWith(400, `缺少欄位「${missing.title}」，請依範例檔的標題列填寫。`, 'M17')
  const rows = lines.map((line, index) => ({ row: index + 2, values: valuesOf(names, line) })).filter(({ values }) => isFilled(values))
  if (rows.length === 0) throw refuseWith(400, '檔案沒有資料列', 'M17')
  if (rows.length > importRowsMax) throw refuseWith(400, `一次最多匯入 ${importRowsMax} 列`, 'M17')
  return rows
}

async function readCells(file: Uint8Array): Promise<readonly (readonly unknown[])[]> {
  try {
    return await readSheet(Buffer.from(file))
  } catch (error) {
    throw new ApiError(400, 'M17', '檔案格式錯誤，請使用 .xlsx 檔', { cause: error })
  }
}

function fieldOf(title: string): string | null {
  if (title === '') return null
  const column = importColumns.find((candidate) => candidate.title === title)
  if (!column) throw refuseWith(400, `未知的欄位「${title}」，請依範例檔的標題列填寫。`, 'M17')
  return column.field
}

function valuesOf(names: readonly (string | null)[], line: readonly unknown[]): RecordValues {
  const values: RecordValues = {}
  for (const [index, name] of names.entries()) {
    const text = String(line[index] ?? '').trim()
    const column = importColumns.find(({ field }) => field === name)
    if (column && text !== '') values[column.field] = column.read(text)
  }
  return values
}

function isFilled(values: RecordValues): boolean {
  return Object.keys(values).length > 0
}
