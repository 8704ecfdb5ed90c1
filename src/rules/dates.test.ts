import { describe, expect, it } from 'vitest'
import { afterDayText, isAfter } from './afterDay.ts'
import * as dates from './dates.ts'

describe('calendar dates', () => {
  it.each(['2026-01-31', '2024-02-29', '1999-12-31'])('%s is a date', (text) => expect(dates.isDate(text)).toBe(true))
  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', '0000-01-01', '2026-01-01T00:00:00Z', ''])('%j is none', (text) =>
    expect(dates.isDate(text)).toBe(false),
  )
  it.each(['1900-01-01', '2999-12-31', '2000-02-29'])('%s is one of the years 1900 to 2999', (text) =>
    expect(dates.isDate(text)).toBe(true),
  )
  it.each(['1899-12-31', '3000-01-01', '1900-02-29', '2100-02-29', '2026-04-31', '2026-01-00', '2026-00-01'])('%s is no date', (text) =>
    expect(dates.isDate(text)).toBe(false),
  )
  it.each(['1900-01-01T00:00:00+08:00', '2999-12-31T23:00:00Z', '2999-12-31T23:00:00-08:00'])(
    '%s leaves the years with its offset',
    (text) => expect(dates.isDateTime(text)).toBe(false),
  )
  it.each(['202601', '202612'])('%s is a month', (text) => expect(dates.isMonth(text)).toBe(true))
  it.each(['202600', '202613', '2026-01', '20261'])('%s is not', (text) => expect(dates.isMonth(text)).toBe(false))
  it.each(['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.123+08:00'])('%s is an instant', (text) =>
    expect(dates.isDateTime(text)).toBe(true),
  )
  it.each(['2026-01-31', '2026-02-30T08:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T08:00:00'])('%s is not', (text) =>
    expect(dates.isDateTime(text)).toBe(false),
  )
})

describe('Taipei time', () => {
  it('goes eight hours ahead of UTC', () => {
    expect(dates.taipeiDate(new Date('2026-01-31T16:00:00Z'))).toBe('2026-02-01')
    expect(dates.taipeiDate(new Date('2026-01-31T15:59:59Z'))).toBe('2026-01-31')
    expect(dates.taipeiDateTime(new Date('2026-01-31T16:00:05Z'))).toBe('2026-02-01 00:00:05')
    expect(dates.fileStamp(new Date('2026-01-31T16:00:05Z'))).toBe('20260201000005')
  })
  it('starts a date at 16:00 UTC of the day before', () =>
    expect(dates.startOfTaipeiDate('2026-02-01').toISOString()).toBe('2026-01-31T16:00:00.000Z'))
  it('counts the hours from 2025-01-30T16:00Z on as 2025-01-31, and those of the next day no more (domain 2.6)', () => {
    const [start, end] = [dates.startOfTaipeiDate('2025-01-31'), dates.startOfTaipeiDate(dates.addDays('2025-01-31', 1))]
    expect([start.toISOString(), end.toISOString()]).toEqual(['2025-01-30T16:00:00.000Z', '2025-01-31T16:00:00.000Z'])
    for (const instant of [start, new Date(end.getTime() - 1)]) expect(dates.taipeiDate(instant)).toBe('2025-01-31')
  })
})

describe('arithmetic', () => {
  it('crosses months and years', () => {
    expect(dates.addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(dates.addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(dates.addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(dates.addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(dates.daysBetween('2026-01-01', '2026-03-01')).toBe(59)
    expect(dates.monthOf('2026-01-31')).toBe('202601')
    expect(dates.lastDateOfMonth('202402')).toBe('2024-02-29')
  })
  it('throws for what is no date', () => expect(() => dates.addDays('2026-02-30', 1)).toThrow(RangeError))
})

describe('after_day', () => {
  it.each([
    ['2026-01-02', '2026-01-01', true],
    ['2026-01-01', '2026-01-01', false],
    ['2025-12-31', '2026-01-01', false],
    ['2026-01-01T09:00:00Z', '2026-01-01T16:30:00+08:00', true],
  ])('%s after %s: %s', (date, other, expected) => expect(isAfter(date, other)).toBe(expected))
  it('after_day has the exact text', () => expect(afterDayText('2026-01-01')).toBe('date must be greater than 2026-01-01'))
  it('after_day tells a time as the field shows it, in Taipei', () =>
    expect(afterDayText('2026-11-24T22:22:00.000Z')).toBe('date must be greater than 2026-11-25 06:22'))
})
