import type { PublishedTable } from '../../../../language/catalog/publishedTable.ts'

/** What documents may do with the lines of bank files: only the code compares and handles them. */
export const bankFileTables: readonly PublishedTable[] = [
  {
    table: 'bank_line',
    view: 'bank_line_view',
    entity: 'bankLine',
    scope: 'companyNo',
    screens: [],
    asChild: ['accounting.ctbc_period_statement'],
    elsewhere: 'nothing',
    shown: [
      ...['periodId', 'companyNo', 'rowNo', 'txnDate', 'cardLast4', 'externalTxnNo', 'bankItem', 'bankPoints', 'bankAmount'],
      ...['platformPoints', 'diffPoints', 'transactionNo', 'result', 'matchedBy', 'reconcileStatus'],
      ...['remark', 'sheetNo', 'handledBy', 'handledAt'],
    ],
  },
]
