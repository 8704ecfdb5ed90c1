import { formatText } from '../../../client/format.ts'

/** One step in the life of a record: who did what when, field by field. */
export interface HistoryEntry {
  /** ISO instant. */
  readonly at: string
  readonly userName: string
  readonly action: string
  readonly changes: readonly { readonly title: string; readonly before: unknown; readonly after: unknown }[]
  readonly remark: string
}

/**
 * Reads the answer of a history call.
 * @throws TypeError when it is not a list
 */
export function parseHistory(body: unknown): readonly HistoryEntry[] {
  if (!Array.isArray(body)) throw new TypeError('The history call did not answer a list')
  return body.map((entry: Readonly<Record<string, unknown>>) => ({
    at: textOf(entry.at),
    userName: textOf(entry.userName),
    action: textOf(entry.action),
    changes: Array.isArray(entry.changes) ? entry.changes.map(parseChange) : [],
    remark: textOf(entry.remark),
  }))
}

function parseChange(change: Readonly<Record<string, unknown>>): HistoryEntry['changes'][number] {
  return { title: textOf(change.title), before: change.before, after: change.after }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** A value of a change in words. */
export function changeText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空白）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : formatText(String(value))
}
