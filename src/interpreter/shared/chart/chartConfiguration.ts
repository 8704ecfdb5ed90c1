import type { ChartConfiguration } from 'chart.js'
import { chartColours } from './chartColours.ts'
import type { ChartContent } from './chartContent.ts'
import { axisOf, chartScales } from './chartScales.ts'

/** @param style of the canvas: text colour, font, and the colours of the theme */
export function chartConfiguration(content: ChartContent, style: CSSStyleDeclaration, onPick: (index: number) => void): ChartConfiguration {
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
      ...(!isPie && { scales: chartScales(content, style) }),
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
