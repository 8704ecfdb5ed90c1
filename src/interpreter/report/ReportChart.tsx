import { useMemo } from 'react'
import type { ReportPage } from '../../answers/records.ts'
import type { ResolvedColumn, ResolvedReport } from '../../language/resolved.ts'
import { ChartCanvas, type ChartContent } from '../shared/chart/ChartCanvas.tsx'
import { groupText } from '../shared/chart/groupText.ts'
import { numberText } from '../shared/chart/numberText.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { type ColumnLabels, noLabels } from '../shared/values/columnLabels.ts'
import type { RowsOf } from './ReportTable.tsx'
import { chartData } from './reportLines.ts'

interface ReportChartProps {
  readonly chart: NonNullable<ResolvedReport['chart']>
  /** Groups and measures. */
  readonly columns: readonly ResolvedColumn[]
  readonly page: ReportPage
  readonly labels: ReadonlyMap<string, ColumnLabels>
  readonly rowsOf: RowsOf
}

/** The chart of a report. Screen readers read the table beside it, which has the same numbers. */
export function ReportChart({ chart, columns, page, labels, rowsOf }: ReportChartProps) {
  const points = useMemo(() => chartData(chart, page), [chart, page])
  const group = columns.find((column) => column.field === chart.by)
  const content = useMemo(
    (): ChartContent => ({
      type: chart.type,
      labels: points.map((point) => groupText(point.at, group, labels.get(chart.by) ?? noLabels)),
      series: chart.values.flatMap((field, index) => {
        const column = columns.find((one) => one.field === field)
        return column === undefined ? [] : [{ title: column.title, values: points.map((point) => point.values[index] ?? 0), column }]
      }),
      format: numberText,
    }),
    [chart, columns, group, labels, points],
  )
  const pick = useEvent((index: number) => {
    const point = points[index]
    if (point && group) rowsOf(group, point.at)?.()
  })
  return (
    <figure className="report-chart">
      <figcaption className="h6">{chart.title}</figcaption>
      <div className="report-canvas">
        <ChartCanvas content={content} title={chart.title} onPick={pick} />
      </div>
    </figure>
  )
}
