import { addDays, addMonths, lastDateOfMonth, monthOf, startOfTaipeiDate, taipeiDate } from '../../rules/dates.ts'
import type { SubscriptionTable } from './tables.ts'

type Rhythm = Pick<SubscriptionTable, 'every' | 'onDay' | 'atHour'>

const hourMs = 3_600_000
/** The next day of any rhythm is found within this many days, because two months have no more. */
const daysMax = 62

/** The first time of a rhythm after a moment. */
export function nextTime({ every, onDay, atHour }: Rhythm, after: Date): Date {
  const today = taipeiDate(after)
  for (let days = 0; days <= daysMax; days += 1) {
    const date = addDays(today, days)
    const time = new Date(startOfTaipeiDate(date).getTime() + atHour * hourMs)
    if (time > after && isDayOf(every, onDay, date)) return time
  }
  throw new RangeError(`no day ${onDay} of a ${every}`)
}

function isDayOf(every: Rhythm['every'], onDay: number, date: string): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekdayOf(date) === onDay
  return Number(date.slice(8)) === Math.min(onDay, Number(lastDateOfMonth(monthOf(date)).slice(8)))
}

/** 1 is Monday, 7 is Sunday. */
function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** The whole day, week (from Monday) or month before a date. */
export function spanBefore(span: Rhythm['every'], date: string): readonly [from: string, to: string] {
  if (span === 'day') return [addDays(date, -1), addDays(date, -1)]
  if (span === 'week') {
    const monday = addDays(date, 1 - weekdayOf(date))
    return [addDays(monday, -7), addDays(monday, -1)]
  }
  const first = addMonths(`${date.slice(0, 7)}-01`, -1)
  return [first, lastDateOfMonth(monthOf(first))]
}
