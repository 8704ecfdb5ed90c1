import { taipeiDateTime } from './dates.ts'

/** Text of the rule after_day, as given in specification 5 (`:value` is the date that must be passed; of a time what the field shows, in Taipei). */
export function afterDayText(value: string): string {
  return `date must be greater than ${value.includes('T') ? taipeiDateTime(new Date(value)).slice(0, 16) : value}`
}

/** True when `date` is strictly later than `other`. Both are `YYYY-MM-DD`, or both are ISO instants in UTC. */
export function isAfter(date: string, other: string): boolean {
  return date.includes('T') && other.includes('T') ? Date.parse(date) > Date.parse(other) : date.slice(0, 10) > other.slice(0, 10)
}
