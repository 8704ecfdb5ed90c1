import { type BankItem, bankItem } from '../../../../rules/codes.generated.ts'
import { readDate } from '../../../../rules/dates.ts'
import { isWhole, parseNumberText, pointsMax } from '../../../../rules/numbers.ts'

/** Columns of a bank's file, in the order of the example. */
export const bankColumns = [
  { name: 'txnDate', title: '交易日', required: true },
  { name: 'cardLast4', title: '卡號後四碼', required: true },
  { name: 'externalTxnNo', title: '外部交易序號', required: true },
  { name: 'bankItem', title: '類別', required: true },
  { name: 'bankPoints', title: '點數', required: true },
  { name: 'bankAmount', title: '金額', required: true },
] as const

type ColumnName = (typeof bankColumns)[number]['name']

/** Cells of one row as its program stored them. */
export type BankCells = Readonly<Record<ColumnName, unknown>>

/** What a bank says of one posting. */
export interface BankRow {
  /** YYYY-MM-DD. */
  readonly txnDate: string
  readonly cardLast4: string | null
  readonly externalTxnNo: string | null
  readonly bankItem: BankItem
  /** Below zero: taken back. Never 0. */
  readonly bankPoints: number
  readonly bankAmount: number | null
}

/** What people write for an item. */
export const bankItemTitles: Readonly<Record<BankItem, string>> = {
  [bankItem.convertedIn]: '紅利轉入',
  [bankItem.extra]: '加碼',
  [bankItem.convertedOut]: '轉出',
  [bankItem.redeemed]: '折抵',
}
const items = new Map(Object.entries(bankItemTitles).map(([code, title]) => [title, code as BankItem]))

const numberLengthMax = 40
const amountMax = 99_999_999_999_999

/** Controls, halves of pairs, and what is drawn as nothing or turns text around: two numbers that look alike must be alike. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/** Thrown by the readers of cells. */
class CellProblem extends Error {}

/** A row, or all that is wrong with it by column, as people read it. */
export function readBankRow(cells: BankCells): BankRow | readonly string[] {
  const problems: string[] = []
  const read = <T>(name: ColumnName, reader: (cell: unknown) => T): T | null => {
    try {
      return reader(cells[name])
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error
      problems.push(`${titleOf(name)}：${error.message}`)
      return null
    }
  }
  const txnDate = read('txnDate', dateOf)
  const cardLast4 = read('cardLast4', cardOf)
  const externalTxnNo = read('externalTxnNo', externalNoOf)
  const item = read('bankItem', itemOf)
  const bankPoints = read('bankPoints', pointsOf)
  const bankAmount = read('bankAmount', amountOf)
  if (problems.length === 0 && cardLast4 === null && externalTxnNo === null) problems.push('外部交易序號與卡號後四碼至少填寫一項')
  if (problems.length > 0 || txnDate === null || item === null || bankPoints === null) return problems
  return { txnDate, cardLast4, externalTxnNo, bankItem: item, bankPoints, bankAmount }
}

function titleOf(name: ColumnName): string {
  return bankColumns.find((column) => column.name === name)?.title ?? name
}

/** Full-width letters and digits are taken as their plain ones; `="0012"` is how programs keep zeros in a .csv. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' && !isWhole(cell)) throw new CellProblem('數字過長，請將欄位格式改為文字後重新填寫')
  const text = String(cell)
    .replace(/^="([^"]*)"$/, '$1')
    .trim()
  if (unseen.test(text)) throw new CellProblem('含有控制字元或看不見的字元，請重新輸入')
  return text.normalize('NFKC').trim()
}

function dateOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const text = textOf(cell)
  if (text === '') throw new CellProblem('請輸入交易日')
  const date = readDate(text)
  if (date === null) throw new CellProblem('日期格式錯誤，請重新輸入（例如 2026/01/05）')
  return date
}

/** Programs drop the zeros before a number. */
function cardOf(cell: unknown): string | null {
  const text = textOf(cell)
  if (text === '') return null
  if (!/^\d{1,4}$/.test(text)) throw new CellProblem('請填寫 4 位數字')
  return text.padStart(4, '0')
}

function externalNoOf(cell: unknown): string | null {
  if (cell instanceof Date) throw new CellProblem('請將欄位格式改為文字後重新填寫')
  const text = textOf(cell)
  if (text.length > numberLengthMax) throw new CellProblem(`最多 ${numberLengthMax} 字`)
  return text === '' ? null : text
}

function itemOf(cell: unknown): BankItem {
  const text = textOf(cell)
  const item = items.get(text)
  if (item === undefined) throw new CellProblem(`請填寫 ${[...items.keys()].join('、')} 其中之一`)
  return item
}

function wholeOf(cell: unknown): number | null {
  const value = typeof cell === 'number' ? cell : parseNumberText(textOf(cell))
  if (value === undefined) return null
  if (!isWhole(value)) throw new CellProblem('請填寫整數')
  return value
}

function pointsOf(cell: unknown): number {
  const points = wholeOf(cell)
  if (points === null) throw new CellProblem('請輸入點數')
  if (points === 0) throw new CellProblem('不可為 0；退回請填寫負數')
  if (Math.abs(points) > pointsMax) throw new CellProblem('點數過大')
  return points
}

function amountOf(cell: unknown): number | null {
  const amount = wholeOf(cell)
  if (amount !== null && Math.abs(amount) > amountMax) throw new CellProblem('金額過大')
  return amount
}
