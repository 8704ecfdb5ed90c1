import { toHalfWidth } from './halfWidth.ts'

/**
 * Business dates (`YYYY-MM-DD`, Taipei) and instants (UTC). Taipei has kept UTC+8 without summer time since 1980,
 * so a fixed offset is exact for every date of this product and needs no time zone data in the browser.
 */
const taipeiOffsetMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const instantPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const monthPattern = /^\d{4}(0[1-9]|1[0-2])$/

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** True for a calendar date `YYYY-MM-DD` that exists, years 1900 to 2999. */
export function isDate(text: string): boolean {
  const parts = datePattern.exec(text)
  if (!parts) return false
  // Counted, because a `Date` and its text take ten times as long, and every call of a partner brings some.
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year < 1900 || year > 2999 || day < 1) return false
  const days = daysOfMonths[month - 1] ?? 0
  return day <= (month === 2 && isLeapYear(year) ? 29 : days)
}

/** Year first, so that day and month cannot be taken for each other; the same mark between the parts, or none. */
const writtenDate = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2})|年(\d{1,2})月(\d{1,2})日)$/

/**
 * The day (`YYYY-MM-DD`) that people and other programs write as 2026-01-05, 2026/1/5, 2026.1.5, 20260105 or 2026年1月5日, full-width too.
 * Null for other texts, and for days that do not exist.
 */
export function readDate(text: string): string | null {
  const [, year, , ...parts] = writtenDate.exec(toHalfWidth(text)) ?? []
  const [month = '', day = ''] = parts.filter((part) => part !== undefined)
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : null
}

/** True for an ISO instant with seconds and offset (`2026-01-31T08:00:00Z`, `...+08:00`). */
export function isDateTime(text: string): boolean {
  const parts = instantPattern.exec(text)
  if (parts === null || !isDate(parts[1] ?? '')) return false
  // With its offset, an instant of the first or last year may be outside of them, in Taipei or in UTC.
  if (!text.startsWith('1900') && !text.startsWith('2999')) return true
  const instant = new Date(text)
  return isDate(instant.toISOString().slice(0, 10)) && isDate(taipeiDate(instant))
}

/** True for a month `yyyyMM`. */
export function isMonth(text: string): boolean {
  return monthPattern.test(text) && isDate(`${text.slice(0, 4)}-${text.slice(4)}-01`)
}

/** Cache of the last day asked for, because nearly every question is about today. */
const latest = { dayNo: Number.NaN, date: '' }

/** Taipei date of an instant. */
export function taipeiDate(instant: Date): string {
  const dayNo = Math.floor((instant.getTime() + taipeiOffsetMs) / dayMs)
  if (dayNo !== latest.dayNo) Object.assign(latest, { date: new Date(dayNo * dayMs).toISOString().slice(0, 10), dayNo })
  return latest.date
}

/** Taipei date and time of an instant, `YYYY-MM-DD HH:mm:ss`. */
export function taipeiDateTime(instant: Date): string {
  return new Date(instant.getTime() + taipeiOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Time stamp for file names, `yyyyMMddHHmmss` in Taipei time. */
export function fileStamp(instant: Date): string {
  return taipeiDateTime(instant).replace(/\D/g, '')
}

/** The instant at which a Taipei date begins. The end of a date is the start of the next one, even after the last day of 2999. */
export function startOfTaipeiDate(date: string): Date {
  return new Date(utcMs(date) - taipeiOffsetMs)
}

/** @param days may be negative */
export function addDays(date: string, days: number): string {
  return new Date(utcMs(date) + days * dayMs).toISOString().slice(0, 10)
}

/** Adds calendar months; a day that the target month lacks becomes its last day (2026-01-31 + 1 = 2026-02-28). */
export function addMonths(date: string, months: number): string {
  const from = new Date(utcMs(date))
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), last))
  return first.toISOString().slice(0, 10)
}

/** Days from `first` to `last`; 0 for the same date, negative when `last` is earlier. */
export function daysBetween(first: string, last: string): number {
  return Math.round((utcMs(last) - utcMs(first)) / dayMs)
}

/** Month `yyyyMM` of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 7).replace('-', '')
}

/** Last date of a month `yyyyMM`. */
export function lastDateOfMonth(month: string): string {
  return addDays(addMonths(`${month.slice(0, 4)}-${month.slice(4)}-01`, 1), -1)
}

function utcMs(date: string): number {
  // Counted as in `isDate`: a `Date` made of the text, and its text compared, take three times as long.
  if (isDate(date)) return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)))
  // Computing goes beyond the years that users may enter, because the end of a range is the day after its last one.
  const instant = datePattern.test(date) ? new Date(`${date}T00:00:00Z`) : undefined
  if (!instant || Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date))
    throw new RangeError(`Not a calendar date: ${date}`)
  return instant.getTime()
}
