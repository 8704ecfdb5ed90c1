import { taipeiDateTime } from '../../../../rules/dates.ts'
import type { RecordSheet, SheetPart } from '../../../records/export/pdf/recordSheet.ts'
import { countText, priceText, rateText } from '../calculation/workings.ts'
import { factsOf, itemTitles, paperTitles, summaryOf } from './paperTexts.ts'
import type { StatementPaper } from './readPaper.ts'

/** Lays a statement out as an A4 letter. */
export function statementSheet(paper: StatementPaper): RecordSheet {
  const { head, sender } = paper
  return {
    ...{ sender, orientation: 'portrait', title: paperTitles[head.statementKind] },
    note: `版次 ${head.version}　金額單位為新臺幣元，依關帳時的分錄與費率計算。`,
    parts: [factsPart(paper), summaryPart(paper), ...detailParts(paper)],
  }
}

function factsPart({ head }: StatementPaper): SheetPart {
  return { kind: 'fields', title: '帳期', fields: factsOf(head).map(([title, text]) => ({ title, text })) }
}

function summaryPart({ head }: StatementPaper): SheetPart {
  const lines = summaryOf(head)
  return {
    ...tableOf(
      ['應收應付', ['項目', '點數', '金額']],
      lines.map(({ title, points, amount }) => [title, points === null ? '' : countText(points), countText(amount)]),
      [1, 2],
    ),
    sums: lines.flatMap(({ isSum }, index) => (isSum ? [index] : [])),
  }
}

/** The tables that follow the amounts. A table without rows is left out. */
function detailParts({ lines, stores, steps, remarks }: StatementPaper): readonly SheetPart[] {
  return [
    tableOf(
      ['計費明細', ['項目', '單價', '處理費率', '點數', '筆數', '金額']],
      lines.map((line) => [
        ...[itemTitles[line.item], priceText(line.unitPrice), line.dpProcFeeRate === 0 ? '' : rateText(line.dpProcFeeRate)],
        ...[countText(line.points), countText(line.entryCount), countText(line.amount)],
      ]),
      [1, 2, 3, 4, 5],
    ),
    tableOf(
      ['門市彙總', ['門市', '名稱', '交易筆數', '淨贈點', '淨兌點']],
      stores.map((store) => [
        ...[store.retailStoreNo ?? '（無門市）', store.storeName ?? ''],
        ...[countText(store.transactionCount), countText(store.netApPoints), countText(store.netDpPoints)],
      ]),
      [2, 3, 4],
    ),
    tableOf(
      ['計算說明', ['項目', '公式', '數字', '結果']],
      steps.map(({ title, formula, numbers, result }) => [title, formula, numbers, result]),
      [3],
    ),
    tableOf(
      ['異常點數說明', ['時間', '交易編號', '點數', '說明']],
      remarks.map(({ occurredAt, transactionNo, points, remark }) => [
        ...[taipeiDateTime(occurredAt), transactionNo ?? '', points === null ? '' : countText(points), remark ?? ''],
      ]),
      [2],
    ),
  ].filter(({ totalCount }) => totalCount > 0)
}

type TablePart = Extract<SheetPart, { kind: 'table' }>

function tableOf(
  [title, headings]: readonly [string, readonly string[]],
  rows: readonly (readonly string[])[],
  figures: readonly number[],
): TablePart {
  return { kind: 'table', title, headings, rows, figures, totalCount: rows.length }
}
