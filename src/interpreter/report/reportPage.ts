import type { ReportFigures, ReportPage } from '../../answers/records.ts'

/** Parses the answer of a report call. @throws TypeError when it is not a report */
export function parseReport(body: unknown): ReportPage {
  const figures = parseFigures(body)
  const before = isObject(body) ? body.before : undefined
  if (!isObject(before)) return figures
  return { ...figures, before: { ...parseFigures(before), from: String(before.from), to: String(before.to) } }
}

function parseFigures(body: unknown): ReportFigures {
  if (!isObject(body) || !Array.isArray(body.rows) || !Array.isArray(body.parts) || !isObject(body.totals)) {
    throw new TypeError('The report call did not answer rows, parts and totals')
  }
  const parts = body.parts.filter(isObject).map(({ groups, rows }) => ({
    groups: Array.isArray(groups) ? groups.map(String) : [],
    rows: Array.isArray(rows) ? rows.filter(isObject) : [],
  }))
  return { rows: body.rows.filter(isObject), parts, totals: body.totals }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
