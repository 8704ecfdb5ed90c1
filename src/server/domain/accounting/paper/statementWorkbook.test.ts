import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import type { PaperEntry, PaperHead } from './readPaper.ts'
import { paperEntriesMax } from './readPaper.ts'
import { statementWorkbook } from './statementWorkbook.ts'

const entry: PaperEntry = {
  ...{ businessDate: '2025-01-02', postedAt: new Date('2025-01-02T04:00:00Z'), transactionNo: 'T1', txnKind: '10', retailStoreNo: null },
  ...{ points: 1, unitPrice: 1, amount: 100, externalTxnNo: null, isLatePosted: false },
}

it('a workbook lists as many entries as fit, and says where the others are', async () => {
  const paper = {
    head: { closedAt: new Date() } as PaperHead,
    outstandingAmount: 0,
    lines: [],
    stores: [],
    days: [],
    steps: [],
    remarks: [],
    sender: [],
  }
  const entries = Array.from({ length: paperEntriesMax + 1 }, () => entry)
  const chunks: Uint8Array[] = []
  for await (const chunk of statementWorkbook(paper, entries, new Map([['10', '贈點']]))) chunks.push(chunk)
  const rows = await readSheet(Buffer.concat(chunks), '明細')
  expect([rows.length, rows[1]?.[3], rows.at(-1)?.[0]]).toEqual([
    ...[paperEntriesMax + 2, '贈點'],
    '僅列出前 50,000 筆，其餘請至「點數交易明細」匯出',
  ])
})
