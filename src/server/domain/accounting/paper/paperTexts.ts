import { type StatementKind, statementKind } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { StatementItem } from '../calculation/entryGroup.ts'
import type { PaperHead } from './readPaper.ts'

export const paperTitles: Readonly<Record<StatementKind, string>> = {
  [statementKind.monthly]: '結算對帳單',
  [statementKind.payAsYouGo]: '隨付隨結對帳單',
  [statementKind.bank]: '期別對帳單',
}

export const itemTitles: Readonly<Record<StatementItem, string>> = {
  apIssued: '贈點',
  apReturned: '退點',
  apAdjusted: '贈點調整',
  prepaidUsed: '預購扣用',
  dpRedeemed: '兌點',
  dpReturned: '兌點退回',
  dpAdjusted: '兌點調整',
  convertIn: '點數轉入',
  convertOut: '點數轉出',
  writeOff: '負點沖銷',
  paygBase: '負擔基本點數',
  paygExtra: '負擔加碼點數',
  paygReturned: '退回',
}

/** A line of the summary: an amount in whole NT$, and points when the item has any. */
export interface SummaryLine {
  readonly title: string
  readonly points: number | null
  readonly amount: number
  readonly isSum?: boolean
}

/** The summary of a statement. Items of 0 are left out; totals are always shown. */
export function summaryOf(head: PaperHead): readonly SummaryLine[] {
  const line = (title: string, amount: number, points: number | null = null) => ({ title, points, amount })
  const happened = (lines: readonly SummaryLine[]) => lines.filter(({ points, amount }) => amount !== 0 || (points ?? 0) !== 0)
  return [
    ...happened([
      line('贈點費用（未稅）', head.apFee, head.netApPoints),
      line('負點沖銷（未稅）', head.writeOffAmount, head.writeOffPoints),
      line('點數轉入（未稅）', head.convInAmount, head.convInPoints),
      line('營業稅', head.apTax),
      line('負擔點數費用（未稅）', head.payerAmount, head.netPoints),
      line('營業稅', head.payerTax),
      line('兌點處理費（未稅）', head.dpProcFee),
      line('處理費營業稅', head.dpProcTax),
    ]),
    { ...line('應收合計', head.receivableAmount), isSum: true },
    ...happened([
      line('兌點款（含稅）', head.dpAmount, head.netDpPoints),
      line(`票券核銷款（含稅，${head.couponUsedCount} 張）`, head.couponSettleAmount),
      line('點數轉出（含稅）', head.convOutAmount, head.convOutPoints),
    ]),
    { ...line('應付合計', head.payableAmount), isSum: true },
    ...happened([line('年度折讓抵帳', head.otherAmount)]),
    { ...line(netTitle(head.netAmount), Math.abs(head.netAmount)), isSum: true },
  ]
}

function netTitle(netAmount: number): string {
  if (netAmount === 0) return '淨額'
  return netAmount > 0 ? '淨額：貴公司應付' : '淨額：應付貴公司'
}

/** Labels and values of the block above the amounts. */
export function factsOf(head: PaperHead): readonly (readonly [title: string, text: string])[] {
  return [
    ['對帳單號', head.statementNo],
    ['特約商', `${head.companyNo} ${head.companyName}`],
    ['統一編號', head.taxNumber],
    ['帳期', periodText(head)],
    ['起訖日', `${head.startDate} 至 ${head.endDate}`],
    ['關帳日期', taipeiDate(head.closedAt)],
    ['付款期限', head.dueDate],
  ]
}

/** A month as the screens write it; shorter periods and those of banks have numbers of their own. */
function periodText({ statementKind: kind, periodNo }: PaperHead): string {
  return kind === statementKind.monthly ? `${periodNo.slice(0, 4)}年${periodNo.slice(4)}月` : periodNo
}
