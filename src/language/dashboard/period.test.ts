import { describe, expect, it } from 'vitest'
import { dashboardPeriods } from '../documents/vocabulary.ts'
import { daysOf, longestDays, monthsOf, periodDays, periodMonths, stepOf } from './period.ts'

describe('periodDays', () => {
  it.each([
    ['last7Days', '2026-03-31', '2026-03-25', '2026-03-31', '2026-03-18', '2026-03-24'],
    ['last30Days', '2026-03-01', '2026-01-31', '2026-03-01', '2026-01-01', '2026-01-30'],
    ['thisMonth', '2026-03-31', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
    ['thisYear', '2028-02-29', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
    ['last12Months', '2026-11-24', '2025-12-01', '2026-11-24', '2024-12-01', '2025-11-24'],
  ] as const)('%s on %s compares with the days before', (period, today, from, to, beforeFrom, beforeTo) =>
    expect(periodDays(period, today)).toEqual({ from, to, before: { from: beforeFrom, to: beforeTo } }),
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
