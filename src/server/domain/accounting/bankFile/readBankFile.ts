import { setImmediate } from 'node:timers/promises'
import type { ImportCheck } from '../../../../answers/records.ts'
import { textError } from '../../../platform/errors.ts'
import type { TaskOwner } from '../../../platform/workers/workerRoom.ts'
import { assertFilled, placesByTitle, previewOf, textsMax } from '../../../records/import/importFile.ts'
import { readTable } from '../../../records/import/workbook/readTable.ts'
import { type BankCells, type BankRow, bankColumns, readBankRow } from './bankRow.ts'

/** Lines of one file: more than a bank of this size sends for a month. */
const bankRowsMax = 50_000

/** Rows that are read in one turn of the event loop. */
const rowsInTurn = 2_000

/** A line with its row in the file. */
export interface NumberedRow extends BankRow {
  readonly rowNo: number
}

/** A file as it was read; with errors nothing of it may be taken. */
export interface ReadBankFile {
  readonly check: ImportCheck
  readonly rows: readonly NumberedRow[]
}

/**
 * Reads a bank's file, .xlsx or .csv.
 *
 * @param owner user that sent it
 * @param period days of the billing cycle: a file without any of them is another cycle's
 * @throws 400 (M17) for what cannot be read at all
 */
export async function readBankFile(
  owner: TaskOwner,
  file: Uint8Array,
  period: { readonly startDate: string; readonly endDate: string },
): Promise<ReadBankFile> {
  const [headings = [], ...lines] = await readTable(owner, file, bankRowsMax)
  const places = placesByTitle(bankColumns, headings)
  const rows: NumberedRow[] = []
  const errors: ImportCheck['errors'][number][] = []
  let errorCount = 0
  const filled: number[] = []
  for (const [index, line] of lines.entries()) {
    if (index % rowsInTurn === rowsInTurn - 1) await setImmediate()
    if (line.every((cell) => cell === null || String(cell).trim() === '')) continue
    const rowNo = index + 2
    filled.push(rowNo)
    const row = readBankRow(Object.fromEntries(bankColumns.map(({ name }, place) => [name, line[places[place] ?? -1]])) as BankCells)
    if (!isProblems(row)) rows.push({ ...row, rowNo })
    else {
      errorCount += 1
      if (errors.length < textsMax) errors.push({ row: rowNo, message: row.join('；') })
    }
  }
  assertFilled(filled.length, bankRowsMax)
  if (errorCount === 0) assertOfPeriod(rows, period)
  return { check: { ...previewOf({ headings, lines, numbers: filled }), errors, errorCount }, rows }
}

function isProblems(row: BankRow | readonly string[]): row is readonly string[] {
  return Array.isArray(row)
}

function assertOfPeriod(rows: readonly NumberedRow[], { startDate, endDate }: { readonly startDate: string; readonly endDate: string }) {
  if (rows.some(({ txnDate }) => startDate <= txnDate && txnDate <= endDate)) return
  throw textError(400, `檔案沒有帳期 ${startDate} 至 ${endDate} 的交易，請確認檔案與帳期是否相符。`, 'M17')
}
