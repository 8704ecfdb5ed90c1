import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import type { Cell } from './cells.ts'

/** Number formats of the cells (ECMA-376, 18.8.30), in the order of their numbers. Percents are stored as they are read: 12.5 is 12.5 %. */
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

/** Below it are the formats that every program knows by number. */
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

/** How a workbook shows what a screen shows in this format. */
export function styleOf(format: DisplayFormat): CellStyle | undefined {
  return byFormat[format]
}

/** Number of the style in the workbook; 0 is that of cells without one. */
export function styleIndex(style: CellStyle): number {
  return styleNames.indexOf(style) + 1
}

/** @param namespace of spreadsheet elements */
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
/** Day 0 of a workbook, from which 1900-03-01 and all days after it are counted right. */
const dayZero = Date.UTC(1899, 11, 30)
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const momentPattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/**
 * What a workbook stores for a day or a moment: days since its day 0, by the clock that the text shows.
 *
 * @param text YYYY-MM-DD or YYYY-MM-DD hh:mm:ss; any other stays a text, as do years before 1901 that no workbook knows
 */
export function dayNumber(text: string | number, style: CellStyle | undefined): number | null {
  if (typeof text !== 'string' || (style !== 'date' && style !== 'dateTime')) return null
  if (!dayPattern.test(text) && !momentPattern.test(text)) return null
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`)
  const days = (time - dayZero) / dayMs
  return Number.isNaN(days) || days < 367 ? null : days
}

/** In characters of the font; a wider value is cut off on the screen, never in the file. */
const widths = { min: 8, max: 48, margin: 3 }
const styleWidths: { readonly [Style in CellStyle]?: number } = { date: 10, dateTime: 19 }

/** Columns as wide as what stands in the first rows. */
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
  if (typeof cell === 'number') return cell.toLocaleString('en-US', { maximumFractionDigits: 4 }).length
  // Characters of Chinese, Japanese and Korean are twice as wide.
  return Array.from(cell, (sign) => (sign >= '\u2e80' ? 2 : 1)).reduce((sum, width) => sum + width, 0)
}
