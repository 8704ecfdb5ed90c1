import { describe, expect, it } from 'vitest'
import { scaleOf } from './timelineScale.ts'

describe('the axis of a timeline', () => {
  it.each<[string, string, readonly string[]]>([
    ['2026-11-28', '2026-12-01', ['11/28', '11/29', '11/30', '12/1']],
    ['2026-11-01', '2026-11-30', ['11/1', '11/8', '11/15', '11/22', '11/29']],
    ['2026-09-30', '2027-01-02', ['2026-10', '2026-11', '2026-12', '2027-01']],
    ['2020-05-01', '2024-02-01', ['2021', '2022', '2023', '2024']],
  ])('marks the days from %s to %s with %j', (first, last, texts) => {
    expect(scaleOf(first, last).ticks.map(({ text }) => text)).toEqual(texts)
  })

  it('places a date by the part of the days before it', () => {
    const { placeOf } = scaleOf('2026-11-01', '2026-11-10')
    expect([placeOf('2026-11-01'), placeOf('2026-11-06'), placeOf('2026-11-11')]).toEqual([0, 50, 100])
  })
})
