import type { OpenSerial } from '../../../src/answers/exchange.ts'
import { randomKey } from '../../../src/client/randomKey.ts'

/** One serial or card on its way into the total. */
export interface SerialRow {
  readonly key: string
  readonly serialNo: string
  /** Never leaves the page's memory but to be checked and sent. */
  readonly pin: string
  /** What the server found behind the right pin; null before. */
  readonly open: OpenSerial | null
  /** Why the server refused it. */
  readonly problem: string | null
}

export const serialRowsMax = 20

export function emptyRow(serialNo = ''): SerialRow {
  return { key: randomKey(), serialNo, pin: '', open: null, problem: null }
}

/** Same number, however it was typed. */
export function isRepeated(rows: readonly SerialRow[], row: SerialRow): boolean {
  const plain = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
  return rows.some((other) => other.key !== row.key && other.open !== null && plain(other.serialNo) === plain(row.serialNo))
}

/** Null while no serial was opened. */
export function totalOf(rows: readonly SerialRow[]): number | null {
  if (!rows.some(({ open }) => open !== null)) return null
  return rows.reduce((sum, row) => sum + (row.open?.remainingPoints ?? 0), 0)
}

/** Typed, but not looked at yet. */
export function isOpenRow(row: SerialRow): boolean {
  return row.open === null && (row.serialNo.trim() !== '' || row.pin !== '')
}

/** Ids of the fields of a row. */
export const serialFieldIds = (key: string) => ({ serialNo: `serialNo-${key}`, pin: `pin-${key}` })

/** Where typing goes on: a number that came back after a reload lacks its password only. */
export function fieldToType({ key, serialNo }: SerialRow): string {
  const ids = serialFieldIds(key)
  return serialNo.trim() === '' ? ids.serialNo : ids.pin
}

/**
 * A list of serials as it is copied from a serial file or a mail: a serial a line, its password behind a tab, a comma or two
 * spaces (one space may stand inside a number).
 *
 * @returns null for what is no list: one number is pasted as it is
 */
export function parseSerialList(text: string): readonly Pick<SerialRow, 'serialNo' | 'pin'>[] | null {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s*[\t,，;；]\s*|\s{2,}/))
    .filter(([serialNo = '']) => serialNo !== '' && !headings.has(serialNo))
  if (lines.length < 2 && (lines[0]?.length ?? 0) < 2) return null
  return lines.map(([serialNo = '', pin = '']) => ({ serialNo: serialNo.trim(), pin: pin.trim() }))
}

const headings: ReadonlySet<string> = new Set(['序號', '卡號'])
