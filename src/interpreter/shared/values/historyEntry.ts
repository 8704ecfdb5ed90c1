import type { HistoryEntry } from '../../../answers/records.ts'
import { formatText } from '../../../client/format.ts'

/** Parses the answer of a history call. @throws TypeError when it is not a list */
export function parseHistory(body: unknown): readonly HistoryEntry[] {
  if (!Array.isArray(body)) throw new TypeError('The history call did not answer a list')
  return body
}

/** Text for a value of a change. */
export function changeText(value: string): string {
  return value === '' ? '（空白）' : formatText(value)
}
