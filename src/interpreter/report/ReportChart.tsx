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
import { formatDate, formatMonth } from '../../client/format.ts'
import type { ResolvedColumn, ResolvedReport } from '../../language/resolved.ts'
import { type ColumnLabels, labelOf, noLabels } from '../list/columnLabels.ts'
import { chartPoints } from './reportLines.ts'
import type { ReportPage } from './reportPage.ts'

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
}

/** The chart of a report. Its numbers stand in the table beside it, which is what screen readers get. */
export function ReportChart({ chart, columns, page, labels }: ReportChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current === null) return
    const drawn = new Chart(canvas.current, configurationOf({ chart, columns, page, labels }, getComputedStyle(canvas.current)))
    return () => drawn.destroy()
  }, [chart, columns, page, labels])
  return (
    <figure className="report-chart">
      <figcaption className="h6">{chart.title}</figcaption>
      <div className="report-canvas">
        <canvas ref={canvas} role="img" aria-label={`${chart.title}（數值請見表格）`} />
      </div>
    </figure>
  )
}

/** Colours that differ in lightness too, from the theme of the page, so that dark mode and print keep them apart. */
const colourNames = [
  '--bs-blue',
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

function configurationOf({ chart, columns, page, labels }: ReportChartProps, style: CSSStyleDeclaration): ChartConfiguration {
  const points = chartPoints(chart, page)
  const group = columns.find((column) => column.field === chart.by)
  const colour = (index: number) => style.getPropertyValue(colourNames[index % colourNames.length] ?? '').trim() || '#666'
  const text = style.color
  const grid = style.getPropertyValue('--bs-border-color').trim()
  const isPie = chart.type === 'pie'
  return {
    type: chart.type,
    data: {
      labels: points.map((point) => labelText(point.at, group, labels.get(chart.by) ?? noLabels)),
      datasets: chart.values.map((field, index) => ({
        label: columns.find((column) => column.field === field)?.title ?? field,
        data: points.map((point) => point.values[index] ?? 0),
        backgroundColor: isPie ? points.map((_point, place) => colour(place)) : colour(index),
        borderColor: isPie ? style.getPropertyValue('--bs-body-bg').trim() : colour(index),
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      locale: 'zh-TW',
      plugins: { legend: { display: isPie || chart.values.length > 1, labels: { color: text } } },
      ...(isPie
        ? {}
        : {
            scales: {
              x: { ticks: { color: text }, grid: { color: grid } },
              y: { beginAtZero: true, ticks: { color: text }, grid: { color: grid } },
            },
          }),
    },
  }
}

function labelText(value: unknown, group: ResolvedColumn | undefined, labels: ColumnLabels): string {
  if (value === null) return '（空白）'
  if (labels.has(String(value))) return labelOf(labels, value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (group?.format === 'month') return formatMonth(value)
  return group?.format === 'date' ? formatDate(value) : String(value)
}
