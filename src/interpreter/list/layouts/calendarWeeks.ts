import { addDays, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'

/** A record at its days, Taipei dates, both included. */
export interface DatedRow<Row> {
  readonly row: Row
  readonly first: string
  readonly last: string
}

/** The part of a record in one week. */
export interface WeekEntry<Row> extends DatedRow<Row> {
  /** 0 is Sunday. */
  readonly column: number
  readonly days: number
  /** Line below the numbers of the days, from 0. */
  readonly line: number
  /** It began in an earlier week. */
  readonly isContinued: boolean
  /** It goes on in a later week. */
  readonly goesOn: boolean
}

const daysOfWeek = 7
const dateLength = 'YYYY-MM-DD'.length

/** The weeks of a month, from Sunday to Saturday, with the days of the months before and after. @param month `2026-11` */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay()
  const weeks: string[][] = []
  for (let day = addDays(first, -weekday); weeks.length === 0 || day.slice(0, 7) === month; day = addDays(day, daysOfWeek))
    weeks.push(Array.from({ length: daysOfWeek }, (_, index) => addDays(day, index)))
  return weeks
}

/** The month before or after. */
export function monthAt(month: string, step: -1 | 1): string {
  return step === 1 ? addDays(`${month}-28`, 4).slice(0, 7) : addDays(`${month}-01`, -1).slice(0, 7)
}

/** The date of a value that is a date or an instant; null for anything else. */
export function dateOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (value.length === dateLength) return value
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : taipeiDate(instant)
}

/** The last day of something that ends at a value: an instant at midnight ends the day before. */
export function lastDateOf(value: unknown): string | null {
  const date = dateOf(value)
  if (date === null || typeof value !== 'string' || value.length === dateLength) return date
  return startOfTaipeiDate(date).getTime() === new Date(value).getTime() ? addDays(date, -1) : date
}

/** Places the records of a week on as few lines as they need; longer ones above, so that they stay on one line for as long as possible. */
export function entriesOf<Row>(rows: readonly DatedRow<Row>[], week: readonly string[]): readonly WeekEntry<Row>[] {
  const sunday = week[0] ?? ''
  const saturday = week.at(-1) ?? ''
  const lines: string[] = []
  return rows
    .filter(({ first, last }) => first <= saturday && last >= sunday)
    .toSorted((left, right) => compare(left.first, right.first) || compare(right.last, left.last))
    .map((given) => {
      const start = given.first < sunday ? sunday : given.first
      const end = given.last > saturday ? saturday : given.last
      const free = lines.findIndex((last) => last < start)
      const line = free === -1 ? lines.length : free
      lines[line] = end
      return {
        ...given,
        column: week.indexOf(start),
        days: week.indexOf(end) - week.indexOf(start) + 1,
        line,
        isContinued: given.first < sunday,
        goesOn: given.last > saturday,
      }
    })
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
