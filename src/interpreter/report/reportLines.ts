import type { ReportPage } from '../../answers/records.ts'
import type { ResolvedReport } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'

/** A line of the grouped table: one group, or the subtotal of all groups with the same first value. */
export interface ReportLine {
  readonly kind: 'group' | 'subtotal'
  readonly key: string
  /** Groups and measures by field. */
  readonly values: Readonly<Record<string, unknown>>
  /** Number of lines that the first group's cell spans; 0 when the cell of an earlier line covers this one. */
  readonly span: number
}

/** The lines of a report. With two or more groups, each value of the first one ends with a 小計, unless it has only one line. */
export function reportLines({ groups, measures }: ResolvedReport, { rows }: ReportPage): readonly ReportLine[] {
  const first = groups[0]
  if (first === undefined) return []
  const keyOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(groups.map((group) => fieldOf(row, group.field) ?? null))
  return sections(rows, first.field, groups.length > 1).flatMap((section) => {
    const hasSubtotal = groups.length > 1 && section.length > 1
    const lines = section.map(
      (row, index): ReportLine => ({
        kind: 'group',
        key: keyOf(row),
        values: row,
        span: index === 0 ? section.length + Number(hasSubtotal) : 0,
      }),
    )
    if (!hasSubtotal) return lines
    const sums = measures.map(({ field }) => [field, sumOf(section, field)] as const)
    return [...lines, { kind: 'subtotal', key: `subtotal ${lines[0]?.key}`, values: Object.fromEntries(sums), span: 0 }]
  })
}

/** Splits the rows by the first value; the server sorts them so that equal values are adjacent. */
function sections(rows: ReportPage['rows'], field: string, isGrouped: boolean): readonly ReportPage['rows'][] {
  if (!isGrouped) return rows.map((row) => [row])
  const byValue = new Map<unknown, Readonly<Record<string, unknown>>[]>()
  for (const row of rows) {
    const value = fieldOf(row, field) ?? null
    const section = byValue.get(value)
    if (section === undefined) byValue.set(value, [row])
    else section.push(row)
  }
  return [...byValue.values()]
}

/** Values of the chart: one per value of the group along its axis, the other groups added up. */
export function chartData(
  chart: NonNullable<ResolvedReport['chart']>,
  { rows }: ReportPage,
): readonly { readonly at: unknown; readonly values: readonly number[] }[] {
  const section = sections(rows, chart.by, true).map((part) => ({
    at: fieldOf(part[0] ?? {}, chart.by) ?? null,
    values: chart.values.map((field) => sumOf(part, field)),
  }))
  // Sorted again, because the server sorts by the first group, so along the second group values would repeat.
  return [...section].sort((left, right) => compareKeys(left.at, right.at))
}

function compareKeys(left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left) < String(right) ? -1 : Number(String(left) > String(right))
}

function sumOf(rows: ReportPage['rows'], field: string): number {
  return rows.reduce((sum, row) => sum + Number(fieldOf(row, field) ?? 0), 0)
}
