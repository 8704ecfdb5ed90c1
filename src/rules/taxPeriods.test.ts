import { expect, it } from 'vitest'
import { taxPeriodLabel, taxPeriodOf, taxPeriodsAround } from './taxPeriods.ts'

it.each([
  ['2025-01-01', '202501', '114年01-02月'],
  ['2025-02-28', '202501', '114年01-02月'],
  ['2025-03-01', '202503', '114年03-04月'],
  ['2024-12-31', '202411', '113年11-12月'],
])('%s is of the tax period %s', (date, period, label) => {
  expect([taxPeriodOf(date), taxPeriodLabel(period)]).toEqual([period, label])
})

it('lists the periods around a date, newest first, over the end of a year', () => {
  expect(taxPeriodsAround('2025-02-10', { ahead: 1, count: 2 })).toEqual(['202503', '202501', '202411', '202409'])
})
