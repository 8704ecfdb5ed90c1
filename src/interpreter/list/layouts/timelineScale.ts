import { addDays, addMonths, daysBetween } from '../../../rules/dates.ts'

/** A mark of the axis, at its part of the whole length in percent. */
export interface Tick {
  readonly at: number
  readonly text: string
}

export interface TimelineScale {
  readonly first: string
  readonly last: string
  readonly ticks: readonly Tick[]
  /** Where a date begins, in percent. */
  readonly placeOf: (date: string) => number
}

/** Longest ranges in days with a mark for each week and each month. */
const weeksMax = 70
const monthsMax = 800
const percent = 100

/** The axis for dates from the first to the last, both included. */
export function scaleOf(first: string, last: string): TimelineScale {
  const days = daysBetween(first, last) + 1
  const placeOf = (date: string) => (daysBetween(first, date) / days) * percent
  const ticks: Tick[] = []
  const add = (date: string, text: string) => {
    if (date >= first && date <= last) ticks.push({ at: placeOf(date), text })
  }
  if (days <= weeksMax) {
    const step = days <= 14 ? 1 : 7
    for (let date = first; date <= last; date = addDays(date, step)) add(date, `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`)
  } else {
    const step = days <= monthsMax ? 1 : 12
    const start = step === 1 ? `${first.slice(0, 7)}-01` : `${first.slice(0, 4)}-01-01`
    for (let date = start; date <= last; date = addMonths(date, step)) add(date, step === 12 ? date.slice(0, 4) : date.slice(0, 7))
  }
  return { first, last, ticks, placeOf }
}
