import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import type { Cell } from './cells.ts'

/** Number formats of the cells (ECMA-376, 18.8.30), by style. A percentage is stored as displayed: 12.5 means 12.5 %. */
const numberFormats = {
  heading: 'General',
  whole: '#,##0',
  price: '#,##0.0000',
  percent: 'General"%"',
  date: 'yyyy\\-mm\\-dd',
  dateTime: 'yyyy\\-mm\\-dd\\ hh:mm:ss',
} as const

/** How a cell is displayed; its value is not changed. */
export type CellStyle = keyof typeof numberFormats

const styleNames = Object.keys(numberFormats) as readonly CellStyle[]

/** Numbers below this are formats built into every program. */
const ownFormatBase = 164

const byFormat: { readonly [Format in DisplayFormat]?: CellStyle } = {
  points: 'whole',
  integer: 'whole',
  money: 'whole',
  price: 'price',
  percent: 'percent',
  date: 'date',
  dateTime: 'dateTime',
}

/** The cell style for a display format of screens. */
export function styleOf(format: DisplayFormat): CellStyle | undefined {
  return byFormat[format]
}

/** Number of the style in the workbook; 0 is reserved for cells without style. */
export function styleIndex(style: CellStyle): number {
  return styleNames.indexOf(style) + 1
}

/** @param namespace namespace of the spreadsheet elements */
export function stylesXml(namespace: string): string {
  const formats = styleNames.map(
    (name, index) => `<numFmt numFmtId="${ownFormatBase + index}" formatCode="${quoted(numberFormats[name])}"/>`,
  )
  const cells = styleNames.map((name, index) => cellFormat(ownFormatBase + index, name === 'heading' ? 1 : 0))
  return [
    `<styleSheet xmlns="${namespace}">`,
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length + 1}">${cellFormat(0, 0)}${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

function cellFormat(numberFormat: number, font: number): string {
  const apply = `${numberFormat === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}`
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0"${apply}/>`
}

const quoted = (text: string) => text.replaceAll('"', '&quot;')

const dayMs = 86_400_000
/** Day 0 of a workbook. Days from 1900-03-01 on are counted correctly from it. */
const dayZero = Date.UTC(1899, 11, 30)
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const momentPattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/**
 * The number that a workbook stores for a date or time: days since its day 0, in the time zone of the text.
 *
 * @param text YYYY-MM-DD or YYYY-MM-DD hh:mm:ss
 * @returns null for other texts, and for years before 1901, which workbooks do not support; these stay texts
 */
export function dayNumber(text: string | number, style: CellStyle | undefined): number | null {
  if (typeof text !== 'string' || (style !== 'date' && style !== 'dateTime')) return null
  if (!dayPattern.test(text) && !momentPattern.test(text)) return null
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`)
  const days = (time - dayZero) / dayMs
  return Number.isNaN(days) || days < 367 ? null : days
}

/** In characters. A wider value is cut off on the screen, but not in the file. */
const widths = { min: 8, max: 48, margin: 3 }
/** Made once: `toLocaleString` would make one for each number, which takes longer than all else about a row. */
const shownNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const styleWidths: { readonly [Style in CellStyle]?: number } = { date: 10, dateTime: 19 }

/** Column widths by the longest values of the first rows. */
export function columnsXml(rows: readonly (readonly Cell[])[], styles: readonly (CellStyle | undefined)[]): string {
  const [headings = []] = rows
  const columns = headings.map((_heading, index) => {
    const wanted = Math.max(...rows.map((row, place) => widthOf(row[index] ?? null, place === 0 ? undefined : styles[index])))
    const width = Math.min(widths.max, Math.max(widths.min, wanted)) + widths.margin
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

function widthOf(cell: Cell, style: CellStyle | undefined): number {
  if (cell === null) return 0
  const fixed = style && styleWidths[style]
  if (fixed !== undefined) return fixed
  if (typeof cell === 'number') return shownNumber.format(cell).length
  // Chinese, Japanese and Korean characters are twice as wide.
  return Array.from(cell, (sign) => (sign >= '\u2e80' ? 2 : 1)).reduce((sum, width) => sum + width, 0)
}
