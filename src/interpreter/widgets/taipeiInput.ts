import { taipeiDateTime } from '../../rules/dates.ts'

/** An ISO instant in UTC as the browser's local date-time input shows it, in Taipei time: `YYYY-MM-DDTHH:mm`. */
export function toTaipeiInput(instant: unknown): string {
  if (typeof instant !== 'string') return ''
  const time = Date.parse(instant)
  return Number.isNaN(time) ? '' : taipeiDateTime(new Date(time)).slice(0, 16).replace(' ', 'T')
}

/** What was typed as Taipei time, as an ISO instant in UTC; undefined when it is empty or no time. */
export function fromTaipeiInput(text: string): string | undefined {
  const time = Date.parse(`${text.length === 16 ? `${text}:00` : text}+08:00`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
