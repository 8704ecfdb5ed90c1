import { type SettingStatus, settingStatus } from '../../../rules/codes.generated.ts'
import { addDays, lastDateOfMonth, monthOf } from '../../../rules/dates.ts'

/** Both days inclusive, YYYY-MM-DD; empty when `endDate` is before `startDate`. */
export interface DateRange {
  readonly startDate: string
  readonly endDate: string
}

/** How a kind of setting says when it holds: by days, by months or for a year. */
export interface SettingPeriod<Setting> {
  /** Field of the form that a refused beginning is told at. */
  readonly startField: string
  rangeOf(setting: Setting): DateRange
  /** Columns of a setting that holds until `lastDay` at most; may leave it no day at all. */
  endOn(setting: Setting, lastDay: string): Partial<Setting>
  /** Columns of a new version of a setting, drafted today: it may not begin before. */
  startFrom(setting: Setting, today: string): Partial<Setting>
}

export const byDate: SettingPeriod<DateRange> = {
  startField: 'startDate',
  rangeOf: ({ startDate, endDate }) => ({ startDate, endDate }),
  endOn: ({ endDate }, lastDay) => ({ endDate: earlier(endDate, lastDay) }),
  startFrom: ({ startDate }, today) => ({ startDate: later(startDate, today) }),
}

/** Months are yyyyMM and count as a whole. */
export const byMonth: SettingPeriod<{ readonly startMonth: string; readonly endMonth: string }> = {
  startField: 'startMonth',
  rangeOf: ({ startMonth, endMonth }) => ({ startDate: firstDateOf(startMonth), endDate: lastDateOfMonth(endMonth) }),
  endOn: ({ endMonth }, lastDay) => ({ endMonth: earlier(endMonth, monthOf(lastDay)) }),
  startFrom: ({ startMonth }, today) => ({ startMonth: later(startMonth, monthOf(today)) }),
}

/** A year is decided as a whole when it is closed: a setting that was stopped or replaced before holds on no day. */
export const byYear: SettingPeriod<{ readonly year: number; readonly status?: SettingStatus | null | undefined }> = {
  startField: 'year',
  rangeOf: ({ year, status }) => ({
    startDate: `${year}-01-01`,
    endDate: status === settingStatus.stopped ? `${year - 1}-12-31` : `${year}-12-31`,
  }),
  endOn: () => ({ status: settingStatus.stopped }),
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
