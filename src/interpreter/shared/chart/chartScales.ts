import { Chart, type Scale } from 'chart.js'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import type { ChartContent, ChartSeries } from './chartContent.ts'
import { cutToWidth } from './cutToWidth.ts'

/** The axes of bars and lines: one for what is named, one or two for numbers. */
export function chartScales({ labels, series, isStacked = false, isLying = false }: ChartContent, style: CSSStyleDeclaration) {
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
export function axisOf(column: ResolvedColumn): ValueAxis['id'] {
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
