import { taipeiDateTime } from '../../../rules/dates.ts'

/** Converts an ISO instant in UTC to the text of the browser's date-time input, in Taipei time: `YYYY-MM-DDTHH:mm`. */
export function toTaipeiInput(instant: unknown): string {
  if (typeof instant !== 'string') return ''
  const time = Date.parse(instant)
  return Number.isNaN(time) ? '' : taipeiDateTime(new Date(time)).slice(0, 16).replace(' ', 'T')
}

/** Converts typed Taipei time to an ISO instant in UTC; undefined when it is empty or not a time. */
export function fromTaipeiInput(text: string): string | undefined {
  const time = Date.parse(`${text.length === 16 ? `${text}:00` : text}+08:00`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
