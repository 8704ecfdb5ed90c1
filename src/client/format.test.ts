import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatFileStamp,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPoints,
  formatPrice,
  formatText,
} from './format.ts'

describe('formats', () => {
  it('shows a timestamp that was kept as text in Taipei time, other texts as they are', () => {
    const texts = ['2025-09-30T07:00:00.000Z', '2025-09-30', 'T1Z'].map(formatText)
    expect(texts).toEqual(['2025-09-30 15:00:00', '2025-09-30', 'T1Z'])
  })

  it('groups points and money by thousands', () => {
    expect([formatPoints(1234567), formatMoney(-1200), formatPoints(0)]).toEqual(['1,234,567', '-1,200', '0'])
  })

  it('shows prices with four decimals and percents with their own', () => {
    expect([formatPrice(1), formatPrice('0.85'), formatPercent(12.5), formatPercent(3, 2)]).toEqual(['1.0000', '0.8500', '12.5%', '3.00%'])
  })

  it('shows times in Taipei, whatever the zone of the machine', () => {
    expect(formatDateTime('2025-01-31T16:30:05.123Z')).toBe('2025-02-01 00:30:05')
    expect(formatDate('2025-01-31T16:30:05Z')).toBe('2025-02-01')
    expect(formatFileStamp(new Date('2025-01-31T16:30:05Z'))).toBe('20250201003005')
  })

  it('leaves business dates alone and writes months as the dictionary does', () => {
    expect([formatDate('2025-01-31'), formatMonth('202501')]).toEqual(['2025-01-31', '2025年01月'])
  })

  it('shows nothing for nothing, and what it cannot read as it is', () => {
    expect([formatPoints(null), formatDateTime(undefined), formatPercent(''), formatMonth(null)]).toEqual(['', '', '', ''])
    expect([formatPoints('n/a'), formatDateTime('someday'), formatMonth('2025')]).toEqual(['n/a', 'someday', '2025'])
  })
})
