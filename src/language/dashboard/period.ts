import { addDays, addMonths, daysBetween, lastDateOfMonth, monthOf } from '../../rules/dates.ts'
import type { DashboardPeriod } from '../documents/vocabulary.ts'

/** Both days included, YYYY-MM-DD in Taipei. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** A period as days, and the days before with which it is compared. */
export interface PeriodDays extends Days {
  /** Null on the first day of a month or year, which has no whole day yet that could be compared. */
  readonly before: Days | null
  /** The last day of the newest records: today, unless the period itself is over. */
  readonly until: string
}

/** Titles of the periods for people, in the order in which they are offered. */
export const periodTitles: { readonly [Period in DashboardPeriod]: string } = {
  last7Days: '最近 7 天',
  last30Days: '最近 30 天',
  last90Days: '最近 90 天',
  thisMonth: '本月',
  lastMonth: '上個月',
  thisYear: '今年',
  last12Months: '最近 12 個月',
}

/** The longest that a period can be, in days: a list that allows fewer days at a time cannot be read for it. */
export const longestDays: { readonly [Period in DashboardPeriod]: number } = {
  last7Days: 7,
  last30Days: 30,
  last90Days: 90,
  thisMonth: 31,
  lastMonth: 31,
  thisYear: 366,
  last12Months: 366,
}

/**
 * The days of a period. Periods that are not over end with yesterday, the last whole day, and are compared with as many days of the one
 * before: a day of which only the morning is known would make every number look as if it went down. On the first day of a month or year
 * there is only today.
 *
 * @param today YYYY-MM-DD in Taipei
 */
export function periodDays(period: DashboardPeriod, today: string): PeriodDays {
  const month = firstOfMonth(today)
  switch (period) {
    case 'last7Days':
      return lastDays(7, today)
    case 'last30Days':
      return lastDays(30, today)
    case 'last90Days':
      return lastDays(90, today)
    case 'thisMonth':
      return sinceDay(month, today, -1)
    case 'lastMonth': {
      const from = addMonths(month, -1)
      const to = addDays(month, -1)
      return { from, to, before: { from: addMonths(month, -2), to: addDays(from, -1) }, until: to }
    }
    case 'thisYear':
      return sinceDay(`${today.slice(0, 4)}-01-01`, today, -12)
    case 'last12Months':
      return sinceDay(addMonths(firstOfMonth(addDays(today, -1)), -11), today, -12)
  }
}

function lastDays(count: number, today: string): PeriodDays {
  const from = addDays(today, -count)
  return { from, to: addDays(today, -1), before: { from: addDays(from, -count), to: addDays(from, -1) }, until: today }
}

function sinceDay(from: string, today: string, months: number): PeriodDays {
  const to = addDays(today, -1)
  if (to < from) return { from, to: today, before: null, until: today }
  return { from, to, before: { from: addMonths(from, months), to: addMonths(to, months) }, until: today }
}

function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`
}

/** The months `yyyyMM` that a period touches, and as many months directly before them, for fields that hold a month. */
export function periodMonths({ from, to }: Days): Days & { readonly before: Days } {
  const count = monthsOf({ from, to }).length
  const first = firstOfMonth(from)
  return {
    from: monthOf(from),
    to: monthOf(to),
    before: { from: monthOf(addMonths(first, -count)), to: monthOf(addMonths(first, -1)) },
  }
}

/** More points than this in a line are not readable, so longer periods are drawn by month. */
const drawnDaysMax = 92

/** The time span by which a period is drawn. */
export function stepOf({ from, to }: Days): 'day' | 'month' {
  return daysBetween(from, to) < drawnDaysMax ? 'day' : 'month'
}

/** Every day of a period, so that a chart also has the days without records. */
export function daysOf({ from, to }: Days): readonly string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_unused, index) => addDays(from, index))
}

/** Every month `yyyyMM` that a period touches. */
export function monthsOf({ from, to }: Days): readonly string[] {
  const months: string[] = []
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) months.push(monthOf(first))
  return months
}

/** The days of a month `yyyyMM`. */
export function daysOfMonth(month: string): Days {
  return { from: `${month.slice(0, 4)}-${month.slice(4)}-01`, to: lastDateOfMonth(month) }
}
