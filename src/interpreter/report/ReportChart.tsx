import { useMemo } from 'react'
import type { ReportPage } from '../../answers/records.ts'
import { groupText } from '../../language/reports/groupText.ts'
import type { ResolvedReport } from '../../language/resolved.ts'
import { ChartCanvas } from '../shared/chart/ChartCanvas.tsx'
import type { ChartContent } from '../shared/chart/chartContent.ts'
import { numberText } from '../shared/chart/numberText.ts'
import { type ColumnLabels, noLabels, ownTone } from '../shared/labels/columnLabels.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { chartSeries, type ReportChartData, type ReportSeries } from './chartSeries.ts'
import type { RowsOf } from './ReportTable.tsx'

interface ReportChartProps {
  readonly report: ResolvedReport
  readonly page: ReportPage
  readonly labels: ReadonlyMap<string, ColumnLabels>
  readonly rowsOf: RowsOf
}

/** The chart of a report. Screen readers read the table beside it, which has the same numbers. */
export function ReportChart({ report, page, labels, rowsOf }: ReportChartProps) {
  const { chart } = report
  const data = useMemo(() => chartSeries(report, page), [report, page])
  const content = useMemo(() => (data === null ? null : contentOf(report, data, labels)), [report, data, labels])
  const pick = useEvent((index: number) => {
    const group = report.groups.find(({ field }) => field === chart?.by)
    if (data !== null && group && index < data.at.length) rowsOf(group, data.at[index])?.()
  })
  if (chart === undefined || content === null) return null
  return (
    <figure className="report-chart">
      <figcaption className="h6">{chart.title}</figcaption>
      <div className="report-canvas">
        <ChartCanvas content={content} title={chart.title} onPick={pick} />
      </div>
    </figure>
  )
}

function contentOf(
  { chart, groups }: ResolvedReport,
  { at, series, isStacked }: ReportChartData,
  labels: ReadonlyMap<string, ColumnLabels>,
): ChartContent {
  const groupOf = (field: string | undefined) => groups.find((one) => one.field === field)
  const textOf = (field: string | undefined, value: unknown) => groupText(value, groupOf(field), labels.get(field ?? '') ?? noLabels)
  const titleOf = ({ measure, value, isOther }: ReportSeries) => {
    if (isOther) return '其他'
    return value === undefined ? measure.title : textOf(chart?.series, value)
  }
  const other = series.findIndex(({ isOther }) => isOther)
  return {
    type: chart?.type ?? 'bar',
    labels: at.map((value) => textOf(chart?.by, value)),
    ...(chart?.type === 'pie' && { tones: at.map((value) => ownTone(labels.get(chart.by) ?? noLabels, groupOf(chart.by)?.tags, value)) }),
    series: series.map((one) => ({ title: titleOf(one), values: one.values, column: one.measure })),
    isStacked,
    ...(other >= 0 && { otherIndex: other }),
    format: numberText,
  }
}
