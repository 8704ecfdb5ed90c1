import { describe, expect, it } from 'vitest'
import { dateOf, entriesOf, lastDateOf, monthAt, weeksOf } from './calendarWeeks.ts'

describe('the weeks of a calendar', () => {
  it.each([
    ['2026-11', 5, '2026-11-01', '2026-12-05'],
    ['2026-02', 4, '2026-02-01', '2026-02-28'],
    ['2028-02', 5, '2028-01-30', '2028-03-04'],
    ['2026-08', 6, '2026-07-26', '2026-09-05'],
  ])('%s has %d weeks, from Sunday %s to Saturday %s', (month, count, first, last) => {
    const weeks = weeksOf(month)
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([count, first, last])
    expect(weeks.every((week) => week.length === 7)).toBe(true)
  })

  it('the months before and after are those of the year before and after', () => {
    expect([monthAt('2026-12', 1), monthAt('2026-01', -1), monthAt('2026-02', 1)]).toEqual(['2027-01', '2025-12', '2026-03'])
  })

  it('an instant is at its day in Taipei; one at midnight ends the day before', () => {
    expect(dateOf('2026-11-01T16:00:00Z')).toBe('2026-11-02')
    expect(lastDateOf('2026-11-01T16:00:00Z')).toBe('2026-11-01')
    expect(lastDateOf('2026-11-01T16:00:01Z')).toBe('2026-11-02')
    expect(lastDateOf('2026-11-02')).toBe('2026-11-02')
    expect([dateOf(null), dateOf(''), dateOf('later')]).toEqual([null, null, null])
  })

  it('puts each record on the first free line, and cuts it at the ends of the week', () => {
    const week = weeksOf('2026-11')[1] ?? []
    const rows = [
      { row: 'before', first: '2026-10-01', last: '2026-11-07' },
      { row: 'long', first: '2026-10-20', last: '2026-12-01' },
      { row: 'early', first: '2026-11-08', last: '2026-11-09' },
      { row: 'late', first: '2026-11-10', last: '2026-11-14' },
      { row: 'over', first: '2026-11-09', last: '2026-11-10' },
    ]
    const shown = entriesOf(rows, week).map(({ row, column, days, line, isContinued, goesOn }) => [
      row,
      column,
      days,
      line,
      isContinued,
      goesOn,
    ])
    expect(shown).toEqual([
      ['long', 0, 7, 0, true, true],
      ['early', 0, 2, 1, false, false],
      ['over', 1, 2, 2, false, false],
      ['late', 2, 5, 1, false, false],
    ])
  })
})
