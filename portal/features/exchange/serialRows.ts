import type { OpenSerial } from '../../../src/answers/exchange.ts'
import { randomKey } from '../../../src/client/randomKey.ts'

/** One serial or card that is being entered. */
export interface SerialRow {
  readonly key: string
  readonly serialNo: string
  /** Kept only in memory, and sent only for checking and ordering. */
  readonly pin: string
  /** What the server returned for the right pin; null before. */
  readonly open: OpenSerial | null
  /** Why the server refused it. */
  readonly problem: string | null
}

export const serialRowsMax = 20

export function emptyRow(serialNo = ''): SerialRow {
  return { key: randomKey(), serialNo, pin: '', open: null, problem: null }
}

/** True when another row has the same number, however it was typed. */
export function isRepeated(rows: readonly SerialRow[], row: SerialRow): boolean {
  const plain = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
  return rows.some((other) => other.key !== row.key && other.open !== null && plain(other.serialNo) === plain(row.serialNo))
}

/** Sum of the points; null while no serial was checked. */
export function totalOf(rows: readonly SerialRow[]): number | null {
  if (!rows.some(({ open }) => open !== null)) return null
  return rows.reduce((sum, row) => sum + (row.open?.remainingPoints ?? 0), 0)
}

/** True for a row with input that was not checked yet. */
export function isOpenRow(row: SerialRow): boolean {
  return row.open === null && (row.serialNo.trim() !== '' || row.pin !== '')
}

/** Ids of the fields of a row. */
export const serialFieldIds = (key: string) => ({ serialNo: `serialNo-${key}`, pin: `pin-${key}` })

/** The field where typing continues: after a reload only the password is missing. */
export function fieldToType({ key, serialNo }: SerialRow): string {
  const ids = serialFieldIds(key)
  return serialNo.trim() === '' ? ids.serialNo : ids.pin
}

/**
 * Parses a list of serials copied from a serial file or a mail: one serial per line, its password after a tab, a comma or two spaces (a
 * single space may be part of a number).
 *
 * @returns null when the text is no list: a single number is pasted unchanged
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
