import { expect, it } from 'vitest'
import { colourCount } from './chartColours.ts'
import type { ChartContent } from './chartContent.ts'
import { pieParts } from './pieParts.ts'

const column = { field: 'count', title: '筆數', format: 'integer' } as ChartContent['series'][number]['column']

function pieOf(count: number, more: Partial<ChartContent> = {}): ChartContent {
  const labels = Array.from({ length: count }, (_unused, index) => `第 ${index + 1} 項`)
  const values = labels.map((_label, index) => (index === 0 ? 1 : 100 + index))
  return { type: 'pie', labels, series: [{ title: '筆數', column, values }], format: String, ...more }
}

it('a pie has as many parts as there are colours, and one for all others', () => {
  const { content, placeOf } = pieParts(pieOf(colourCount + 4))
  expect(content.labels).toHaveLength(colourCount + 1)
  expect(content.labels.at(-1)).toBe('其他')
  expect(content.otherIndex).toBe(colourCount)
  expect(content.labels).not.toContain('第 1 項')
  expect(content.series[0]?.values.at(-1)).toBe(1 + 101 + 102 + 103)
  expect([placeOf(0), placeOf(colourCount)]).toEqual([4, undefined])
})

it('a part of others that is there already takes in the small ones', () => {
  const labels = [...pieOf(colourCount + 2).labels, '其他']
  const values = labels.map((_label, index) => index + 1)
  const given = pieOf(0, { labels, otherIndex: colourCount + 2, series: [{ title: '筆數', column, values }] })
  const { content } = pieParts(given)
  expect(content.labels.filter((label) => label === '其他')).toHaveLength(1)
  expect(content.series[0]?.values.at(-1)).toBe(1 + 2 + colourCount + 3)
})

it('the tones of the parts stay with them', () => {
  const tones = Array.from({ length: colourCount + 2 }, (_unused, index) => (index === 5 ? ('danger' as const) : undefined))
  const { content } = pieParts(pieOf(colourCount + 2, { tones }))
  expect(content.tones?.[content.labels.indexOf('第 6 項')]).toBe('danger')
})

it('what has colours enough is drawn as it is', () => {
  for (const given of [pieOf(colourCount), pieOf(9), pieOf(colourCount + 1, { otherIndex: colourCount }), pieOf(30, { type: 'bar' })]) {
    const { content, placeOf } = pieParts(given)
    expect(content).toBe(given)
    expect(placeOf(3)).toBe(3)
  }
})
