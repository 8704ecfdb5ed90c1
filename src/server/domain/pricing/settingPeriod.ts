import { addDays, lastDateOfMonth, monthOf } from '../../../rules/dates.ts'
import type { RecordValues } from '../../records/hooks.ts'

/** Both days inclusive, YYYY-MM-DD; empty when `endDate` is before `startDate`. */
export interface DateRange {
  readonly startDate: string
  readonly endDate: string
}

/** How a kind of setting says when it holds: by days, by months or for a year. */
export interface SettingPeriod {
  /** Field of the form that a refused beginning is told at. */
  readonly startField: string
  rangeOf(setting: RecordValues): DateRange
  /** Columns of a setting that holds until `lastDay` at most; may leave it no day at all. */
  endOn(setting: RecordValues, lastDay: string): RecordValues
  /** Columns of a new version of a setting, drafted today: it may not begin before. */
  startFrom(setting: RecordValues, today: string): RecordValues
}

export const byDate: SettingPeriod = {
  startField: 'startDate',
  rangeOf: ({ startDate, endDate }) => ({ startDate: String(startDate), endDate: String(endDate) }),
  endOn: ({ endDate }, lastDay) => ({ endDate: earlier(String(endDate), lastDay) }),
  startFrom: ({ startDate }, today) => ({ startDate: later(String(startDate), today) }),
}

/** Months are yyyyMM and count as a whole. */
export const byMonth: SettingPeriod = {
  startField: 'startMonth',
  rangeOf: ({ startMonth, endMonth }) => ({ startDate: firstDateOf(String(startMonth)), endDate: lastDateOfMonth(String(endMonth)) }),
  endOn: ({ endMonth }, lastDay) => ({ endMonth: earlier(String(endMonth), monthOf(lastDay)) }),
  startFrom: ({ startMonth }, today) => ({ startMonth: later(String(startMonth), monthOf(today)) }),
}

/** A year is decided as a whole when it is closed: a setting that was stopped or replaced before holds on no day. */
export const byYear: SettingPeriod = {
  startField: 'year',
  rangeOf: ({ year, status }) => ({ startDate: `${year}-01-01`, endDate: status === '5' ? `${Number(year) - 1}-12-31` : `${year}-12-31` }),
  endOn: () => ({ status: '5' }),
  startFrom: () => ({}),
}

export function isEmptyRange({ startDate, endDate }: DateRange): boolean {
  return endDate < startDate
}

export function rangesOverlap(one: DateRange, other: DateRange): boolean {
  return !isEmptyRange(one) && !isEmptyRange(other) && one.startDate <= other.endDate && other.startDate <= one.endDate
}

/** The last day of what a new version replaces. */
export function dayBefore({ startDate }: DateRange): string {
  return addDays(startDate, -1)
}

function firstDateOf(month: string): string {
  return `${month.slice(0, 4)}-${month.slice(4)}-01`
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
