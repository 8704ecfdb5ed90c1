import { csvLine, csvStart } from '../../../rules/csvLine.ts'
import type { Verdict } from '../verdict.ts'

const labelOrder = new Intl.Collator('zh-Hant', { numeric: true })

/** Failures first, then by label, because the server processes the rows in its own order. */
export function orderedVerdicts(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.toSorted((one, other) => Number(one.ok) - Number(other.ok) || labelOrder.compare(one.label, other.label))
}

/** The result of a bulk action as a CSV file, in the order shown. */
export function verdictsCsv(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ label, ok, message }) => csvLine([label, ok ? '成功' : '失敗', message]))
  return `${csvStart}${csvLine(['資料', '結果', '說明'])}${lines.join('')}`
}
