import type { ReportPage } from '../../answers/records.ts'
import { compareValues, type FigureRow, rowsOfGrouping } from '../../language/reports/figures.ts'
import type { ResolvedMeasure, ResolvedReport } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'

/** The chart of a report, still with values instead of texts. */
export interface ReportChartData {
  /** Values of the group along the axis, in their order. */
  readonly at: readonly unknown[]
  readonly series: readonly ReportSeries[]
  readonly isStacked: boolean
}

export interface ReportSeries {
  readonly measure: ResolvedMeasure
  /** The value of the other group; absent when the chart has none, and for the series of all others. */
  readonly value?: unknown
  /** True for the values that have no series of their own. */
  readonly isOther: boolean
  readonly values: readonly number[]
}

/** Series that are told apart by their colours. */
const seriesMax = 6

/** The values of the chart, by the database: for each value of the group along its axis, and of the group of its series. */
export function chartSeries(report: ResolvedReport, page: ReportPage): ReportChartData | null {
  const { chart } = report
  if (chart === undefined) return null
  const measures = chart.values.flatMap((name) => report.measures.find(({ field }) => field === name) ?? [])
  const all = report.groups.map(({ field }) => field)
  const along = [...rowsOfGrouping(page, [chart.by], all)].sort((left, right) =>
    compareValues(valueAt(left, chart.by), valueAt(right, chart.by)),
  )
  const at = along.map((row) => valueAt(row, chart.by))
  const [measure] = measures
  if (chart.series === undefined || measure === undefined) {
    const series = measures.map((one) => ({ measure: one, isOther: false, values: along.map((row) => numberAt(row, one)) }))
    return { at, series, isStacked: false }
  }
  const rows = rowsOfGrouping(page, [chart.by, chart.series], all)
  return { at, ...split(rows, { by: chart.by, of: chart.series, at, measure, isBar: chart.type === 'bar' }) }
}

interface Split {
  readonly by: string
  readonly of: string
  readonly at: readonly unknown[]
  readonly measure: ResolvedMeasure
  readonly isBar: boolean
}

/** The largest values of a group as series of their own, and the others as one, where figures can be added up. */
function split(rows: readonly FigureRow[], { by, of, at, measure, isBar }: Split): Omit<ReportChartData, 'at'> {
  const sizes = new Map<unknown, number>()
  for (const row of rows) sizes.set(valueAt(row, of), (sizes.get(valueAt(row, of)) ?? 0) + numberAt(row, measure))
  const bySize = [...sizes].sort(([, left], [, right]) => right - left).map(([value]) => value)
  const shown = bySize.slice(0, seriesMax).sort(compareValues)
  const valuesWhere = (isMember: (value: unknown) => boolean) =>
    at.map((place) =>
      rows.reduce((sum, row) => (valueAt(row, by) === place && isMember(valueAt(row, of)) ? sum + numberAt(row, measure) : sum), 0),
    )
  const own = shown.map((value): ReportSeries => ({ measure, value, isOther: false, values: valuesWhere((one) => one === value) }))
  const addsUp = measure.made === undefined
  const hasOthers = addsUp && bySize.length > shown.length
  const others: ReportSeries = { measure, isOther: true, values: hasOthers ? valuesWhere((one) => !shown.includes(one)) : [] }
  return { series: hasOthers ? [...own, others] : own, isStacked: isBar && addsUp }
}

function valueAt(row: FigureRow, field: string): unknown {
  return fieldOf(row, field) ?? null
}

function numberAt(row: FigureRow, { field }: ResolvedMeasure): number {
  return Number(fieldOf(row, field) ?? 0)
}
