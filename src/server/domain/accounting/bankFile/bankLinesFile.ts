import { sql } from 'kysely'
import { type BankItem, type BankResult, bankResult } from '../../../../rules/codes.generated.ts'
import { taipeiDateTime } from '../../../../rules/dates.ts'
import type { Database } from '../../../platform/database/tables.ts'
import type { RecordFile } from '../../../records/engine.ts'
import type { Cell } from '../../../records/export/cells.ts'
import { xlsxType } from '../../../records/export/exportRecords.ts'
import { writeXlsx } from '../../../records/export/xlsx.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'
import { bankItemTitles } from './bankRow.ts'

const pageRows = 2_000

const bankResultTitles: Readonly<Record<BankResult, string>> = {
  [bankResult.equal]: '相符',
  [bankResult.otherPoints]: '點數不符',
  [bankResult.bankOnly]: '僅銀行有',
  [bankResult.platformOnly]: '僅平台有',
}

const headings = [
  ...['列號', '比對結果', '交易日', '卡號後四碼', '外部交易序號', '類別', '銀行點數', '平台點數', '差異點數', '銀行金額', '交易編號'],
  ...['處理說明', '調整單號', '處理人員', '處理時間'],
]

interface ExportedLine {
  readonly id: number
  readonly rowNo: number | null
  readonly result: BankResult
  readonly txnDate: string
  readonly cardLast4: string | null
  readonly externalTxnNo: string | null
  readonly bankItem: BankItem
  readonly bankPoints: number | null
  readonly platformPoints: number | null
  readonly diffPoints: number
  readonly bankAmount: number | null
  readonly transactionNo: string | null
  readonly remark: string | null
  readonly sheetNo: string | null
  readonly handledBy: string | null
  readonly handledAt: Date | null
}

/** All lines of a period's file with what became of them, written page by page: memory does not grow with their number. */
export function bankLinesFile(db: Database, { id, companyNo, periodNo }: BilledPeriod): RecordFile {
  const name = `銀行檔明細_${companyNo}_${periodNo}`
  return { fileName: `${name}.xlsx`, contentType: xlsxType, body: writeXlsx('銀行檔明細', rowsOf(db, id)) }
}

async function* rowsOf(db: Database, periodId: number): AsyncGenerator<readonly Cell[]> {
  yield headings
  let last: { readonly id: number; readonly place: number } = { id: 0, place: 0 }
  for (;;) {
    const { rows } = await sql<ExportedLine & { readonly place: number }>`
      select *, coalesce(row_no, 2147483647) as place from bank_line_view
      where period_id = ${periodId} and (coalesce(row_no, 2147483647), id) > (${last.place}::int, ${last.id}::bigint)
      order by coalesce(row_no, 2147483647), id limit ${pageRows}`.execute(db)
    for (const line of rows) yield cellsOf(line)
    const end = rows.at(-1)
    if (end === undefined || rows.length < pageRows) return
    last = { id: end.id, place: end.place }
  }
}

function cellsOf(line: ExportedLine): readonly Cell[] {
  return [
    ...[line.rowNo, bankResultTitles[line.result], line.txnDate, line.cardLast4, line.externalTxnNo, bankItemTitles[line.bankItem]],
    ...[line.bankPoints, line.platformPoints, line.diffPoints, line.bankAmount, line.transactionNo],
    ...[line.remark, line.sheetNo, line.handledBy, line.handledAt && taipeiDateTime(line.handledAt)],
  ]
}
