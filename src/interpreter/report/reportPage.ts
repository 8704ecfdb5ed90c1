import type { ReportPage } from '../../answers/records.ts'

/**
 * Checks what a report call answered.
 * @throws TypeError when it is no report
 */
export function parseReport(body: unknown): ReportPage {
  if (!isObject(body) || !Array.isArray(body.rows) || !isObject(body.totals)) {
    throw new TypeError('The report call did not answer rows and totals')
  }
  return { rows: body.rows.filter(isObject), totals: body.totals as ReportPage['totals'] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
