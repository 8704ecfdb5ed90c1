import { describe, expect, it } from 'vitest'
import { nextTime, spanBefore } from './times.ts'

const next = (every: 'day' | 'week' | 'month', onDay: number, after: string) =>
  nextTime({ every, onDay, atHour: 8 }, new Date(`${after}+08:00`)).toISOString()
/** 8 o'clock of Taipei. */
const eight = (date: string) => `${date}T00:00:00.000Z`

describe('nextTime', () => {
  it('nextTime of every day is later today or tomorrow, never the moment itself', () => {
    expect(next('day', 1, '2026-03-10T07:59:59')).toBe(eight('2026-03-10'))
    expect(next('day', 1, '2026-03-10T08:00:00')).toBe(eight('2026-03-11'))
  })

  it('nextTime of every week is its day of the week, Sunday as the seventh', () => {
    expect(next('week', 1, '2026-03-10T07:00:00')).toBe(eight('2026-03-16'))
    expect(next('week', 2, '2026-03-10T07:00:00')).toBe(eight('2026-03-10'))
    expect(next('week', 7, '2026-03-10T07:00:00')).toBe(eight('2026-03-15'))
  })

  it('nextTime of every month is the last day of a month that is too short', () => {
    expect(next('month', 31, '2026-01-31T08:00:00')).toBe(eight('2026-02-28'))
    expect(next('month', 31, '2026-04-01T00:00:00')).toBe(eight('2026-04-30'))
    expect(next('month', 29, '2028-02-01T00:00:00')).toBe(eight('2028-02-29'))
    expect(next('month', 1, '2026-12-01T08:00:00')).toBe(eight('2027-01-01'))
  })

  it('nextTime stays in the business day of Taipei around midnight', () => {
    expect(nextTime({ every: 'day', onDay: 1, atHour: 0 }, new Date('2026-03-10T23:59:59+08:00')).toISOString()).toBe(
      '2026-03-10T16:00:00.000Z',
    )
    expect(nextTime({ every: 'month', onDay: 1, atHour: 23 }, new Date('2026-03-31T23:30:00+08:00')).toISOString()).toBe(
      '2026-04-01T15:00:00.000Z',
    )
  })
})

describe('spanBefore', () => {
  it('spanBefore is the whole day, week from Monday, or month before', () => {
    expect(spanBefore('day', '2026-03-01')).toEqual(['2026-02-28', '2026-02-28'])
    expect(spanBefore('week', '2026-03-09')).toEqual(['2026-03-02', '2026-03-08'])
    expect(spanBefore('week', '2026-03-15')).toEqual(['2026-03-02', '2026-03-08'])
    expect(spanBefore('month', '2026-01-31')).toEqual(['2025-12-01', '2025-12-31'])
    expect(spanBefore('month', '2026-03-31')).toEqual(['2026-02-01', '2026-02-28'])
  })
})
