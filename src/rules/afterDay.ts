/** Text of the rule after_day; exact by specification 5 (`:value` is the date to be passed). */
export function afterDayText(value: string): string {
  return `date must be greater than ${value}`
}

/** True when `date` (or instant) is strictly later than `other`; both `YYYY-MM-DD`, or both ISO instants in UTC. */
export function isAfter(date: string, other: string): boolean {
  return date.includes('T') && other.includes('T') ? Date.parse(date) > Date.parse(other) : date.slice(0, 10) > other.slice(0, 10)
}
