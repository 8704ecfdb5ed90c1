import type { ReportPage } from '../../answers/records.ts'

/** Parses the answer of a report call. @throws TypeError when it is not a report */
export function parseReport(body: unknown): ReportPage {
  if (!isObject(body) || !Array.isArray(body.rows) || !isObject(body.totals)) {
    throw new TypeError('The report call did not answer rows and totals')
  }
  return { rows: body.rows.filter(isObject), totals: body.totals as ReportPage['totals'] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
