import { type SettingStatus, settingStatus } from '../../../rules/codes.generated.ts'
import { addDays, lastDateOfMonth, monthOf } from '../../../rules/dates.ts'

/** Both days are inclusive, YYYY-MM-DD. The range is empty when `endDate` is before `startDate`. */
export interface DateRange {
  readonly startDate: string
  readonly endDate: string
}

/** How a kind of setting stores its period: days, months or a year. */
export interface SettingPeriod<Setting> {
  /** Form field at which a refused start is reported. */
  readonly startField: string
  rangeOf(setting: Setting): DateRange
  /** Changes that limit a setting to `lastDay`. The setting may then have no day at all. */
  endOn(setting: Setting, lastDay: string): Partial<Setting>
  /** Changes for a new version drafted today, which may not start earlier. */
  startFrom(setting: Setting, today: string): Partial<Setting>
}

export const byDate: SettingPeriod<DateRange> = {
  startField: 'startDate',
  rangeOf: ({ startDate, endDate }) => ({ startDate, endDate }),
  endOn: ({ endDate }, lastDay) => ({ endDate: earlier(endDate, lastDay) }),
  startFrom: ({ startDate }, today) => ({ startDate: later(startDate, today) }),
}

/** Periods in whole months, yyyyMM. */
export const byMonth: SettingPeriod<{ readonly startMonth: string; readonly endMonth: string }> = {
  startField: 'startMonth',
  rangeOf: ({ startMonth, endMonth }) => ({ startDate: firstDateOf(startMonth), endDate: lastDateOfMonth(endMonth) }),
  endOn: ({ endMonth }, lastDay) => ({ endMonth: earlier(endMonth, monthOf(lastDay)) }),
  startFrom: ({ startMonth }, today) => ({ startMonth: later(startMonth, monthOf(today)) }),
}

/** A year is decided as a whole when it is closed, so a setting that was stopped or replaced before is valid on no day. */
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

/** The last day of a setting that a new version replaces. */
export function dayBefore({ startDate }: DateRange): string {
  return addDays(startDate, -1)
}

function firstDateOf(month: string): string {
  return `${month.slice(0, 4)}-${month.slice(4)}-01`
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
