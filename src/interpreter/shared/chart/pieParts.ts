import { colourCount } from './chartColours.ts'
import type { ChartContent } from './chartContent.ts'

/**
 * A pie of no more parts than there are colours: the smallest are one part, 其他, because two parts of one colour cannot be told apart. The
 * table with the same numbers has each of them.
 *
 * @returns `placeOf`: the place of a drawn part among the given ones, undefined for the part of others
 */
export function pieParts(content: ChartContent): {
  readonly content: ChartContent
  readonly placeOf: (part: number) => number | undefined
} {
  const { type, labels, series, tones, otherIndex } = content
  const places = labels.map((_label, place) => place).filter((place) => place !== otherIndex)
  if (type !== 'pie' || places.length <= colourCount) return { content, placeOf: (part) => part }
  const sizeOf = (place: number) => Math.abs(series[0]?.values[place] ?? 0)
  const shown = new Set([...places].sort((left, right) => sizeOf(right) - sizeOf(left)).slice(0, colourCount))
  const kept = places.filter((place) => shown.has(place))
  const parted = series.map((one) => {
    const rest = one.values.reduce((sum, value, place) => (shown.has(place) ? sum : sum + value), 0)
    return { ...one, values: [...kept.map((place) => one.values[place] ?? 0), rest] }
  })
  return {
    content: {
      ...content,
      labels: [...kept.map((place) => labels[place] ?? ''), '其他'],
      series: parted,
      ...(tones && { tones: kept.map((place) => tones[place]) }),
      otherIndex: kept.length,
    },
    placeOf: (part) => kept[part],
  }
}
