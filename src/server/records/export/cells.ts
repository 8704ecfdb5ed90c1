import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import { isDateTime, taipeiDate, taipeiDateTime } from '../../../rules/dates.ts'
import { plainTextOf } from '../../../rules/plainText.ts'
import { tiersSummary } from '../../../rules/tiersSummary.ts'

/** Content of one cell of a file. Numbers stay numbers; everything else is text. */
export type Cell = number | string | null

const writers: { readonly [Format in DisplayFormat]?: (value: unknown) => Cell } = {
  // A column may show only the day of a time; that is the day in Taipei, as on the screen.
  date: (value) => (isDateTime(String(value)) ? taipeiDate(new Date(String(value))) : String(value)),
  dateTime: (value) => taipeiDateTime(new Date(String(value))),
  boolean: (value) => (value === true ? '是' : '否'),
  image: () => '（圖片）',
  html: (value) => plainTextOf(String(value)),
  tiers: (value) => tiersSummary(value),
  json: (value) => (isRows(value) ? `${value.length} 筆` : typeof value === 'string' ? value : JSON.stringify(value)),
}

/** True for a list of rows. It does not fit into a cell (32,767 characters), so the cell shows their number. */
function isRows(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null)
}

/**
 * Converts a value to a cell.
 *
 * @param labels labels by key when the field has a dictionary; an unknown key is shown unchanged
 */
export function cellOf(value: unknown, format: DisplayFormat, labels?: ReadonlyMap<string, string>): Cell {
  if (value === null || value === undefined) return null
  if (labels) return Array.isArray(value) ? value.map((key) => labelOf(labels, key)).join('、') : labelOf(labels, value)
  const written = writers[format]?.(value) ?? value
  if (typeof written === 'number') return written
  if (typeof written === 'boolean') return written ? '是' : '否'
  if (Array.isArray(written) && written.every((one) => typeof one !== 'object')) return written.join('、')
  return typeof written === 'string' ? written : JSON.stringify(written)
}

function labelOf(labels: ReadonlyMap<string, string>, key: unknown): string {
  return labels.get(String(key)) ?? String(key)
}
