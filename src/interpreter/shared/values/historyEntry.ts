import type { HistoryEntry } from '../../../answers/records.ts'
import { formatText } from '../../../client/format.ts'

/**
 * Reads the answer of a history call.
 * @throws TypeError when it is not a list
 */
export function parseHistory(body: unknown): readonly HistoryEntry[] {
  if (!Array.isArray(body)) throw new TypeError('The history call did not answer a list')
  return body
}

/** A value of a change in words. */
export function changeText(value: string): string {
  return value === '' ? '（空白）' : formatText(value)
}
