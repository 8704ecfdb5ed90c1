import { defuse } from './defuse.ts'

/** Byte order mark, because spreadsheet programs need it to read a CSV as UTF-8. */
export const csvStart = '\ufeff'

/** One line of a CSV file (RFC 4180) with its line end. Texts are quoted, and defused so that no spreadsheet program runs them. */
export function csvLine(cells: readonly (number | string | null)[]): string {
  return `${cells.map(field).join(',')}\r\n`
}

function field(cell: number | string | null): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : `"${defuse(cell).replace(/"/g, '""')}"`
}
