import { describe, expect, it } from 'vitest'
import { addDays } from '../../../../rules/dates.ts'
import { type ExpiryRule, effectiveDateOf, expireDateOf } from './expiryDate.ts'
import { periodOf, type SettlementTerms, type Stream, streamOf } from './periods.ts'

const company: SettlementTerms = { companyNo: 'C000101', settlementMode: '1', paygCycle: null, cycleDay: null, bankStream: false }
const payer = (paygCycle: '1' | '2' | '3' | '4', bankStream = false): SettlementTerms => ({
  ...company,
  paygCycle,
  cycleDay: 25,
  bankStream,
})

describe('periodOf', () => {
  it.each<[string, Stream, SettlementTerms, string, string, string, string]>([
    ['a month', 'MONTH', company, '2025-02-14', '202502', '2025-02-01', '2025-02-28'],
    ['a week of the year it began in', 'PAYG', payer('1'), '2025-01-15', '2025W03', '2025-01-13', '2025-01-19'],
    ['the first week, begun in the year before', 'PAYG', payer('1'), '2024-12-30', '2025W01', '2024-12-30', '2025-01-05'],
    ['week 53', 'PAYG', payer('1'), '2027-01-01', '2026W53', '2026-12-28', '2027-01-03'],
    ['the first half of a month', 'PAYG', payer('2'), '2025-01-15', '202501H1', '2025-01-01', '2025-01-15'],
    ['the second half', 'PAYG', payer('2'), '2025-01-16', '202501H2', '2025-01-16', '2025-01-31'],
    ['a bank cycle on its last day', 'BANK', payer('4'), '2025-01-25', '202501B', '2024-12-26', '2025-01-25'],
    ['the next one on the day after', 'BANK', payer('4'), '2025-01-26', '202502B', '2025-01-26', '2025-02-25'],
    ['a bank cycle over the end of the year', 'BANK', payer('4'), '2024-12-31', '202501B', '2024-12-26', '2025-01-25'],
  ])('finds %s', (_, stream, terms, date, periodNo, startDate, endDate) => {
    expect(periodOf(stream, terms, date)).toEqual({ periodNo, startDate, endDate })
  })

  it.each<[Stream, SettlementTerms]>([
    ['MONTH', company],
    ['PAYG', payer('1')],
    ['PAYG', payer('2')],
    ['BANK', payer('4')],
  ])('leaves no gap and no overlap in %s', (stream, terms) => {
    let period = periodOf(stream, terms, '2024-01-01')
    for (let date = '2024-01-01'; date < '2028-03-01'; date = addDays(date, 1)) {
      if (date > period.endDate) {
        const next = periodOf(stream, terms, date)
        expect(next.startDate).toBe(addDays(period.endDate, 1))
        period = next
      }
      expect(periodOf(stream, terms, date)).toEqual(period)
    }
  })
})

describe('streamOf', () => {
  it('bills a payer with a bank cycle by the bank period, its redemptions only with bankStream', () => {
    expect(streamOf('PAYG', payer('4'))).toBe('BANK')
    expect(streamOf('PAYG', payer('2'))).toBe('PAYG')
    expect(streamOf('DEDUCT', payer('4'))).toBe('MONTH')
    expect(streamOf('DEDUCT', payer('4', true))).toBe('BANK')
    expect(streamOf('AWARD', payer('4', true))).toBe('MONTH')
    expect(streamOf('MEMBER', company)).toBeNull()
  })
})

describe('expireDateOf', () => {
  it.each<[string, ExpiryRule, string, string]>([
    ['end of the next year', { rule: '1' }, '2025-01-01', '2026-12-31'],
    ['end of the next year, from its last day too', { rule: '1' }, '2025-12-31', '2026-12-31'],
    ['month end after N months', { rule: '2', months: 6 }, '2025-08-31', '2026-02-28'],
    ['N days', { rule: '3', days: 90 }, '2025-01-31', '2025-05-01'],
    ['a fixed date', { rule: '4', date: '2025-06-30' }, '2025-01-31', '2025-06-30'],
  ])('knows %s', (_, expiry, businessDate, expected) => {
    expect(expireDateOf(expiry, businessDate)).toBe(expected)
  })

  it('delays the first day of use', () => {
    expect(effectiveDateOf('2025-01-31', 7)).toBe('2025-02-07')
  })
})
