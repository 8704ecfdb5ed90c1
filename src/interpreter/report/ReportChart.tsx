import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import type { ReportPage } from '../../answers/records.ts'
import type { ResolvedColumn, ResolvedReport } from '../../language/resolved.ts'
import { type ColumnLabels, noLabels } from '../shared/values/columnLabels.ts'
import { groupText } from './groupText.ts'
import type { RowsOf } from './ReportTable.tsx'
import { chartData } from './reportLines.ts'

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

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
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current === null) return
    const drawn = new Chart(canvas.current, configurationOf({ chart, columns, page, labels, rowsOf }, getComputedStyle(canvas.current)))
    return () => drawn.destroy()
  }, [chart, columns, page, labels, rowsOf])
  return (
    <figure className="report-chart">
      <figcaption className="h6">{chart.title}</figcaption>
      <div className="report-canvas">
        <canvas ref={canvas} role="img" aria-label={`${chart.title}（數值請見表格）`} />
      </div>
    </figure>
  )
}

/** Colours of the theme that also differ in lightness, so that they are distinct in dark mode and in print. */
const colourNames = [
  '--bs-primary',
  '--bs-orange',
  '--bs-teal',
  '--bs-pink',
  '--bs-indigo',
  '--bs-yellow',
  '--bs-cyan',
  '--bs-red',
  '--bs-green',
  '--bs-gray',
]

function configurationOf({ chart, columns, page, labels, rowsOf }: ReportChartProps, style: CSSStyleDeclaration): ChartConfiguration {
  const points = chartData(chart, page)
  const group = columns.find((column) => column.field === chart.by)
  const colour = (index: number) => style.getPropertyValue(colourNames[index % colourNames.length] ?? '').trim() || '#666'
  const text = style.color
  const grid = style.getPropertyValue('--bs-border-color').trim()
  const isPie = chart.type === 'pie'
  const valueColumns = chart.values.map((field) => columns.find((column) => column.field === field))
  const axes = valueAxes(valueColumns)
  return {
    type: chart.type,
    data: {
      labels: points.map((point) => groupText(point.at, group, labels.get(chart.by) ?? noLabels)),
      datasets: chart.values.map((field, index) => ({
        label: valueColumns[index]?.title ?? field,
        data: points.map((point) => point.values[index] ?? 0),
        backgroundColor: isPie ? points.map((_point, place) => colour(place)) : colour(index),
        borderColor: isPie ? style.getPropertyValue('--bs-body-bg').trim() : colour(index),
        ...(isPie ? {} : { yAxisID: axisOf(valueColumns[index]) }),
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      locale: 'zh-TW',
      onClick: (_event, [hit]) => {
        const point = hit && points[hit.index]
        if (point && group) rowsOf(group, point.at)?.()
      },
      plugins: { legend: { display: isPie || chart.values.length > 1, labels: { color: text } } },
      ...(isPie
        ? {}
        : {
            scales: {
              x: { ticks: { color: text }, grid: { color: grid } },
              ...Object.fromEntries(
                axes.map(({ id, title, isWhole }, index) => [
                  id,
                  {
                    beginAtZero: true,
                    position: index === 0 ? 'left' : 'right',
                    title: { display: true, text: title, color: text },
                    ticks: { color: text, ...(isWhole && { precision: 0 }) },
                    grid: { color: grid, drawOnChartArea: index === 0 },
                  },
                ]),
              ),
            },
          }),
    },
  }
}

const moneyFormats: readonly string[] = ['money', 'price']

/** Money and points have separate axes, because their heights cannot be compared. */
function axisOf(column: ResolvedColumn | undefined): 'money' | 'number' {
  return column !== undefined && moneyFormats.includes(column.format) ? 'money' : 'number'
}

interface ValueAxis {
  readonly id: 'money' | 'number'
  readonly title: string
  /** True for counts and points, which are integers. */
  readonly isWhole: boolean
}

function valueAxes(columns: readonly (ResolvedColumn | undefined)[]): readonly ValueAxis[] {
  return [...new Set(columns.map(axisOf))].map((id) => {
    const own = columns.filter((column) => axisOf(column) === id)
    return {
      id,
      title: `${own.map((column) => column?.title ?? '').join('、')}${id === 'money' ? '（元）' : ''}`,
      isWhole: own.every((column) => column?.format === 'points' || column?.format === 'integer'),
    }
  })
}
