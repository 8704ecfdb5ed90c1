import { describe, expect, it } from 'vitest'
import { byDate, byMonth, byYear, dayBefore, isEmptyRange, rangesOverlap } from './settingPeriod.ts'

describe('days of settings', () => {
  const january = { startDate: '2025-01-01', endDate: '2025-01-31' }

  it('overlap when they share a day; what has no day overlaps nothing', () => {
    expect(rangesOverlap(january, { startDate: '2025-01-31', endDate: '2025-03-01' })).toBe(true)
    expect(rangesOverlap(january, { startDate: '2025-02-01', endDate: '2025-03-01' })).toBe(false)
    expect(rangesOverlap(january, { startDate: '2025-01-10', endDate: '2025-01-09' })).toBe(false)
  })

  it('days of settings end on a day, never later than before, and may be left none', () => {
    expect(byDate.endOn(january, '2025-01-10')).toEqual({ endDate: '2025-01-10' })
    expect(byDate.endOn(january, '2025-02-10')).toEqual({ endDate: '2025-01-31' })
    expect(isEmptyRange(byDate.rangeOf({ ...january, ...byDate.endOn(january, '2024-12-31') }))).toBe(true)
  })

  it('begin again today, or on their own later day', () => {
    expect(byDate.startFrom(january, '2025-01-15')).toEqual({ startDate: '2025-01-15' })
    expect(byDate.startFrom(january, '2024-11-15')).toEqual({ startDate: '2025-01-01' })
  })
})

describe('months of settings', () => {
  const spring = { startMonth: '202502', endMonth: '202504' }

  it('count as a whole', () => {
    expect(byMonth.rangeOf(spring)).toEqual({ startDate: '2025-02-01', endDate: '2025-04-30' })
    expect(byMonth.endOn(spring, dayBefore({ startDate: '2025-04-01', endDate: '2025-12-31' }))).toEqual({ endMonth: '202503' })
    expect(byMonth.endOn(spring, '2025-03-15')).toEqual({ endMonth: '202503' })
  })
})

describe('years of settings', () => {
  it('years of settings are lost as a whole by a stop', () => {
    expect(byYear.rangeOf({ year: 2025, status: '3' })).toEqual({ startDate: '2025-01-01', endDate: '2025-12-31' })
    expect(isEmptyRange(byYear.rangeOf({ year: 2025, ...byYear.endOn({ year: 2025 }, '2025-06-30') }))).toBe(true)
  })
})
