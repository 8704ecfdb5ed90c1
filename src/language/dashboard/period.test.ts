import { describe, expect, it } from 'vitest'
import { dashboardPeriods } from '../documents/vocabulary.ts'
import { daysOf, longestDays, monthsOf, periodDays, periodMonths, stepOf } from './period.ts'

describe('periodDays', () => {
  it.each([
    ['last7Days', '2026-03-31', '2026-03-24', '2026-03-30', '2026-03-17', '2026-03-23'],
    ['last30Days', '2026-03-01', '2026-01-30', '2026-02-28', '2025-12-31', '2026-01-29'],
    ['thisMonth', '2026-03-31', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['thisMonth', '2026-03-11', '2026-03-01', '2026-03-10', '2026-02-01', '2026-02-10'],
    ['thisYear', '2028-03-01', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
    ['last12Months', '2026-11-24', '2025-12-01', '2026-11-23', '2024-12-01', '2025-11-23'],
    ['last12Months', '2026-12-01', '2025-12-01', '2026-11-30', '2024-12-01', '2025-11-30'],
  ] as const)(
    '%s on %s ends with yesterday, and compares with as many whole days before',
    (period, today, from, to, beforeFrom, beforeTo) =>
      expect(periodDays(period, today)).toEqual({ from, to, before: { from: beforeFrom, to: beforeTo }, until: today }),
  )

  it('a month that is over is compared as a whole', () =>
    expect(periodDays('lastMonth', '2026-01-15')).toEqual({
      ...{ from: '2025-12-01', to: '2025-12-31', until: '2025-12-31' },
      before: { from: '2025-11-01', to: '2025-11-30' },
    }))

  it.each([
    ['thisMonth', '2026-12-01'],
    ['thisYear', '2027-01-01'],
  ] as const)('%s on its first day, %s, is today alone, and has nothing to compare with', (period, today) =>
    expect(periodDays(period, today)).toEqual({ from: today, to: today, before: null, until: today }),
  )

  it.each(['last7Days', 'last30Days', 'last90Days'] as const)(
    '%s compares as many days as it has, on every day of a leap year',
    (period) => {
      for (const today of daysOf({ from: '2028-01-01', to: '2028-12-31' })) {
        const { before, ...days } = periodDays(period, today)
        expect(before && daysOf(before).length).toBe(daysOf(days).length)
      }
    },
  )

  it.each(dashboardPeriods)('%s is never longer than it says', (period) => {
    for (const today of ['2026-01-01', '2026-12-31', '2028-02-29', '2028-12-31', '2026-05-31'])
      expect(daysOf(periodDays(period, today)).length).toBeLessThanOrEqual(longestDays[period])
  })
})

it('a field with months is compared with as many months directly before', () => {
  expect(periodMonths({ from: '2026-01-20', to: '2026-03-02' })).toEqual({
    from: '202601',
    to: '202603',
    before: { from: '202510', to: '202512' },
  })
  expect(monthsOf({ from: '2025-12-31', to: '2026-02-01' })).toEqual(['202512', '202601', '202602'])
})

it('draws up to 92 days by day', () => {
  expect(stepOf({ from: '2026-01-01', to: '2026-04-02' })).toBe('day')
  expect(stepOf({ from: '2026-01-01', to: '2026-04-03' })).toBe('month')
})
