import { defuse } from './defuse.ts'

/** Byte order mark: spreadsheet programs read a CSV that begins with it as UTF-8. */
export const csvStart = '\ufeff'

/** One line of a CSV file (RFC 4180), its end included; texts are quoted, and none of them is run by a spreadsheet program. */
export function csvLine(cells: readonly (number | string | null)[]): string {
  return `${cells.map(field).join(',')}\r\n`
}

function field(cell: number | string | null): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : `"${defuse(cell).replace(/"/g, '""')}"`
}
