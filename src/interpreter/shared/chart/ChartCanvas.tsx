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
  type Scale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import type { Tone } from '../../../language/documents/vocabulary.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { chartColours } from './chartColours.ts'
import { cutToWidth } from './cutToWidth.ts'
import { pieParts } from './pieParts.ts'
import { useTheme } from './useTheme.ts'

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

/** One row of values along the axis of a chart, or the parts of a pie. */
export interface ChartSeries {
  readonly title: string
  readonly values: readonly number[]
  /** How the values are shown: its format decides about axis and decimals. */
  readonly column: ResolvedColumn
}

export interface ChartContent {
  readonly type: 'bar' | 'line' | 'pie'
  /** Along the axis. */
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** Tones of the labels, for the parts of a pie, as their dictionary has them. */
  readonly tones?: readonly (Tone | undefined)[]
  /** Bars of one label stand on each other. */
  readonly isStacked?: boolean
  /** Bars lie, so that long labels can be read. */
  readonly isLying?: boolean
  /** Index of the part that stands for all others, which is grey: a label of a pie or of lying bars, otherwise a series. */
  readonly otherIndex?: number
  /** Writes a value for people. */
  readonly format: (value: number, column: ResolvedColumn) => string
}

interface ChartCanvasProps {
  readonly content: ChartContent
  readonly title: string
  readonly onPick?: (index: number) => void
}

/** Draws a chart. Screen readers read the table with the same numbers, which belongs to every chart. */
export function ChartCanvas({ content, title, onPick }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    if (canvas.current === null) return
    const parts = pieParts(content)
    const pick = (index: number) => {
      const place = parts.placeOf(index)
      if (place !== undefined) onPick?.(place)
    }
    const drawn = new Chart(canvas.current, configurationOf(parts.content, getComputedStyle(canvas.current), pick))
    return () => drawn.destroy()
  }, [content, onPick, theme])
  return <canvas ref={canvas} role="img" aria-label={`${title}（數值請見表格）`} />
}

function configurationOf(content: ChartContent, style: CSSStyleDeclaration, onPick: (index: number) => void): ChartConfiguration {
  const { type, labels, series, format } = content
  const text = style.color
  const font = { family: style.fontFamily }
  const isPie = type === 'pie'
  return {
    type,
    data: { labels: [...labels], datasets: datasetsOf(content, style) },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      locale: 'zh-TW',
      ...(content.isLying && { indexAxis: 'y' as const }),
      interaction: { mode: isPie ? 'nearest' : 'index', intersect: isPie, ...(content.isLying && { axis: 'y' as const }) },
      onClick: (_event, [hit]) => {
        if (hit !== undefined) onPick(hit.index)
      },
      plugins: {
        legend: {
          display: isPie || series.length > 1,
          position: isPie ? 'right' : 'top',
          labels: { color: text, font, boxWidth: 12, boxHeight: 12, ...(type === 'line' && { usePointStyle: true, pointStyle: 'line' }) },
        },
        tooltip: {
          titleFont: font,
          bodyFont: font,
          callbacks: {
            label: ({ dataset, dataIndex, datasetIndex }) => {
              const column = series[datasetIndex]?.column
              const name = isPie ? labels[dataIndex] : dataset.label
              const value = Number(dataset.data[dataIndex] ?? 0)
              return ` ${name}：${column === undefined ? value : format(value, column)}`
            },
          },
        },
      },
      ...(!isPie && { scales: scalesOf(content, style) }),
    },
  }
}

function datasetsOf(content: ChartContent, style: CSSStyleDeclaration) {
  const { type, labels, series, isStacked = false, isLying = false, otherIndex } = content
  const colours = chartColours(style)
  const colour = (index: number, other = otherIndex) => (index === other ? colours.other : colours.at(index))
  const surface = style.getPropertyValue('--bs-body-bg').trim()
  return series.map(({ title, values, column }, index) => {
    const ofLabels = type === 'pie' ? pieColours(content, colours) : null
    // The other groups of lying bars are one bar; those of stacked bars are a series.
    const ofBars =
      isLying && series.length === 1 && otherIndex !== undefined
        ? labels.map((_label, place) => colour(place === otherIndex ? place : 0))
        : null
    return {
      label: title,
      data: [...values],
      backgroundColor: ofLabels ?? ofBars ?? colour(index),
      borderColor: type === 'pie' ? surface : colour(index),
      ...(type === 'line' && { borderWidth: 2, pointRadius: values.length > 40 ? 0 : 2, pointHitRadius: 12, borderDash: dashOf(index) }),
      ...(type === 'bar' && { borderWidth: 0, maxBarThickness: 36, ...(isStacked && { stack: 'one' }) }),
      ...(type !== 'pie' && !isLying && { yAxisID: axisOf(column) }),
    }
  })
}

/** The part of all others is grey, as is the tone `secondary`. */
function pieColours({ labels, tones = [], otherIndex }: ChartContent, { at, other, ofTones }: ReturnType<typeof chartColours>): string[] {
  const toned = ofTones(labels.map((_label, place) => (place === otherIndex ? 'secondary' : tones[place])))
  return labels.map((_label, place) => toned?.[place] ?? (place === otherIndex ? other : at(place)))
}

/** Lines differ by more than their colour. */
function dashOf(index: number): number[] {
  return [[], [6, 3], [2, 3], [8, 3, 2, 3]][index % 4] ?? []
}

function scalesOf({ labels, series, isStacked = false, isLying = false }: ChartContent, style: CSSStyleDeclaration) {
  const [text, grid] = [style.color, style.getPropertyValue('--bs-border-color').trim()]
  const font = { family: style.fontFamily }
  const category = { stacked: isStacked, ticks: { color: text, font, autoSkipPadding: 8, maxRotation: 0 }, grid: { display: false } }
  const axes = valueAxes(series)
  const value = ({ title, isWhole }: ValueAxis, index: number) => ({
    beginAtZero: true,
    stacked: isStacked,
    title: { display: axes.length > 1, text: title, color: text, font },
    ticks: { color: text, font, maxTicksLimit: 6, ...(isWhole && { precision: 0 }) },
    grid: { color: grid, drawOnChartArea: index === 0 },
    border: { display: false },
  })
  if (isLying)
    return { y: { ...category, ticks: { ...category.ticks, autoSkip: false, callback: nameBeside } }, x: value(axes[0] ?? numberAxis, 0) }
  const sided = axes.map((axis, index) => [
    axis.id,
    { ...value(axis, index), position: index === 0 ? ('left' as const) : ('right' as const) },
  ])
  // Dates are left out in turns where there is no room: half of one says nothing.
  const isNamed = labels.some((label) => !/^[\d/: -]*$/.test(label))
  return { x: isNamed ? { ...category, ticks: { ...category.ticks, callback: nameBelow } } : category, ...Object.fromEntries(sided) }
}

/** Most of the width that names beside lying bars may take; a longer one ends with an ellipsis. Tooltip and table have the whole. */
const labelShare = 0.38

function nameBeside(this: Scale, _value: number | string, index: number): string {
  return fittingLabel(this, index, this.chart.width * labelShare)
}

/** Least width of a name below a standing bar, in pixels: where bars are closer, some names are left out. */
const nameWidthMin = 44

/** Of the width, what is left for bars beside their axes. */
const barsShare = 0.8

/** A long name below a standing bar is cut, because it would leave no room for those beside it. */
function nameBelow(this: Scale, _value: number | string, index: number): string {
  const count = Math.max(1, this.chart.data.labels?.length ?? 1)
  return fittingLabel(this, index, Math.max(nameWidthMin, (this.chart.width * barsShare) / count - 8))
}

function fittingLabel({ chart }: Scale, index: number, widthMax: number): string {
  const { ctx, data } = chart
  ctx.save()
  ctx.font = `${Chart.defaults.font.size}px ${getComputedStyle(ctx.canvas).fontFamily}`
  const text = cutToWidth(String(data.labels?.[index] ?? ''), widthMax, (part) => ctx.measureText(part).width)
  ctx.restore()
  return text
}

const moneyFormats: readonly string[] = ['money', 'price']

/** Money and points have separate axes, because their heights cannot be compared. */
function axisOf(column: ResolvedColumn): ValueAxis['id'] {
  return moneyFormats.includes(column.format) ? 'money' : 'number'
}

interface ValueAxis {
  readonly id: 'money' | 'number'
  readonly title: string
  /** True for counts and points, which are integers. */
  readonly isWhole: boolean
}

const numberAxis: ValueAxis = { id: 'number', title: '', isWhole: true }

function valueAxes(series: readonly ChartSeries[]): readonly ValueAxis[] {
  return [...new Set(series.map(({ column }) => axisOf(column)))].map((id) => {
    const own = series.filter(({ column }) => axisOf(column) === id)
    return {
      id,
      title: `${own.map(({ title }) => title).join('、')}${id === 'money' ? '（元）' : ''}`,
      isWhole: own.every(({ column: { format } }) => format === 'points' || format === 'integer'),
    }
  })
}
