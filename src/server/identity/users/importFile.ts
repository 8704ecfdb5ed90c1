import { textError } from '../../platform/errors.ts'
import type { TaskOwner } from '../../platform/workers/workerRoom.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { importRowsMax, readTable } from '../../records/import/workbook/readTable.ts'
import { importColumns } from './importColumns.ts'

/** A row of the file with its row number in the sheet. Row 1 has the headings. */
export interface UserRow {
  readonly row: number
  readonly values: RecordValues
}

/**
 * Reads the rows of an import file of users.
 *
 * @param owner user who sent the file
 * @throws 400 when the file is no .xlsx or .csv within the limits, has unknown or missing headings, no rows, or too many; 429 when too many files
 * wait
 */
export async function readUserFile(owner: TaskOwner, file: Uint8Array): Promise<readonly UserRow[]> {
  const [headings = [], ...lines] = await readTable(owner, file, importRowsMax)
  const names = headings.map((heading) => fieldOf(String(heading ?? '').trim()))
  const missing = importColumns.find((column) => column.required && !names.includes(column.field))
  if (missing) throw textError(400, `缺少欄位「${missing.title}」，請依範例檔的標題列填寫。`, 'M17')
  const rows = lines.map((line, index) => ({ row: index + 2, values: valuesOf(names, line) })).filter(({ values }) => isFilled(values))
  if (rows.length === 0) throw textError(400, '檔案沒有資料列', 'M17')
  if (rows.length > importRowsMax) throw textError(400, `一次最多匯入 ${importRowsMax} 列`, 'M17')
  return rows
}

function fieldOf(title: string): string | null {
  if (title === '') return null
  const column = importColumns.find((candidate) => candidate.title === title)
  if (!column) throw textError(400, `未知的欄位「${title}」，請依範例檔的標題列填寫。`, 'M17')
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
