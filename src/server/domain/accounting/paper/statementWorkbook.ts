import { taipeiDateTime } from '../../../../rules/dates.ts'
import type { Cell } from '../../../records/export/cells.ts'
import { type Sheet, writeWorkbook } from '../../../records/export/xlsx.ts'
import { factsOf, itemTitles, summaryOf } from './paperTexts.ts'
import { type PaperEntry, paperEntriesMax, type StatementPaper } from './readPaper.ts'

const tooManyText = `僅列出前 ${paperEntriesMax.toLocaleString('en-US')} 筆，其餘請至「點數交易明細」匯出`

/** Makes a workbook of a statement: summary, lines, outlets, days, formulas and every entry. Numbers are stored as numbers. */
export function statementWorkbook(
  paper: StatementPaper,
  entries: readonly PaperEntry[],
  kindTitles: ReadonlyMap<string, string>,
): AsyncGenerator<Uint8Array> {
  const { head, lines, stores, days, steps } = paper
  const sheets: readonly Sheet[] = [
    sheetOf(
      '摘要',
      ['項目', '點數', '金額'],
      [undefined, 'whole', 'whole'],
      [
        ...factsOf(head).map(([title, text]) => [`${title}：${text}`]),
        ...summaryOf(head).map(({ title, points, amount }) => [title, points, amount]),
      ],
    ),
    sheetOf(
      '計費明細',
      ['項目', '單價', '處理費率', '點數', '筆數', '金額'],
      [undefined, 'price', 'percent', 'whole', 'whole', 'whole'],
      lines.map(({ item, unitPrice, dpProcFeeRate, points, entryCount, amount }) => [
        ...[itemTitles[item], unitPrice, dpProcFeeRate, points, entryCount, amount],
      ]),
    ),
    sheetOf(
      '門市彙總',
      ['門市', '名稱', '交易筆數', '淨贈點', '淨兌點'],
      [undefined, undefined, 'whole', 'whole', 'whole'],
      stores.map((store) => [store.retailStoreNo, store.storeName, store.transactionCount, store.netApPoints, store.netDpPoints]),
    ),
    sheetOf(
      '每日彙總',
      ['日期', '交易筆數', '淨贈點', '淨兌點'],
      ['date', 'whole', 'whole', 'whole'],
      days.map(({ businessDate, transactionCount, netApPoints, netDpPoints }) => [
        businessDate,
        transactionCount,
        netApPoints,
        netDpPoints,
      ]),
    ),
    sheetOf(
      '計算說明',
      ['項目', '公式', '數字', '結果'],
      [],
      steps.map(({ title, formula, numbers, result }) => [title, formula, numbers, result]),
    ),
    sheetOf(
      '明細',
      ['歸屬日期', '入帳時間', '交易編號', '交易類別', '門市', '點數', '單價', '消費金額', '外部序號', '跨期'],
      ['date', 'dateTime', undefined, undefined, undefined, 'whole', 'price', 'whole'],
      [
        ...entries
          .slice(0, paperEntriesMax)
          .map((entry) => [
            ...[entry.businessDate, taipeiDateTime(entry.postedAt), entry.transactionNo, kindTitles.get(entry.txnKind) ?? entry.txnKind],
            ...[entry.retailStoreNo, entry.points, entry.unitPrice, entry.amount, entry.externalTxnNo, entry.isLatePosted ? '是' : null],
          ]),
        ...(entries.length > paperEntriesMax ? [[tooManyText]] : []),
      ],
    ),
  ]
  return writeWorkbook(sheets)
}

function sheetOf(
  name: string,
  headings: readonly string[],
  styles: NonNullable<Sheet['styles']>,
  rows: readonly (readonly Cell[])[],
): Sheet {
  return { name, styles, rows: [headings, ...rows] }
}
