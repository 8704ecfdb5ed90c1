import { strToU8, Zip, ZipDeflate } from 'fflate'
import { defuse } from '../../../rules/defuse.ts'
import type { Cell } from './cells.ts'
import { DeflatedPart } from './deflatedPart.ts'
import { type CellStyle, columnsXml, dayNumber, styleIndex, stylesXml } from './xlsxStyles.ts'

/** Most rows of one sheet in this format, including the headings. */
export const xlsxRowsMax = 1_048_576

/** About this much text is collected before it is compressed. */
const chunkLength = 64 * 1024

/** The widths of columns are computed from this many rows, because they come before the rows in the file. */
const rowsMeasured = 100

export interface SheetLook {
  /** Style of each column; undefined for text and plain numbers. */
  readonly styles?: readonly (CellStyle | undefined)[]
  /** The last row contains totals, so it is excluded from filtering and sorting. */
  readonly hasTotals?: boolean
}

export interface Sheet extends SheetLook {
  readonly name: string
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

/** Writes an .xlsx file with one sheet, see {@link writeWorkbook}. */
export function writeXlsx(sheetName: string, rows: AsyncIterable<readonly Cell[]>, look: SheetLook = {}): AsyncGenerator<Uint8Array> {
  return writeWorkbook([{ name: sheetName, rows, ...look }])
}

/**
 * Writes an .xlsx file row by row, so that memory use does not grow with the number of rows. The first row of each sheet has the headings;
 * it is frozen and has filters. Cells have addresses, because some readers fail without.
 */
export async function* writeWorkbook(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    else ready.push(data)
  })
  for (const [name, text] of Object.entries(fixedParts(sheets.map(({ name }) => name)))) addPart(zip, name, text)
  for (const [index, sheet] of sheets.entries()) {
    const part = new DeflatedPart(sheetPath(index))
    zip.add(part)
    try {
      for await (const text of sheetTexts(sheet)) {
        await part.push(text)
        yield* ready.splice(0)
      }
      await part.end()
    } finally {
      part.stop()
    }
  }
  zip.end()
  if (failure) throw failure
  yield* ready.splice(0)
}

/** The XML of one sheet, in pieces. */
async function* sheetTexts({ rows, styles = [], hasTotals = false }: Sheet): AsyncGenerator<string> {
  const first: (readonly Cell[])[] = []
  let isStarted = false
  let waiting = ''
  let rowNumber = 0
  const takeWaiting = () => {
    const text = isStarted ? waiting : sheetStart(first, styles) + waiting
    isStarted = true
    waiting = ''
    return text
  }
  for await (const row of rows) {
    rowNumber += 1
    if (rowNumber <= rowsMeasured) first.push(row)
    waiting += rowXml(row, rowNumber, styles)
    if (waiting.length < chunkLength || rowNumber < rowsMeasured) continue
    yield takeWaiting()
  }
  const filtered = filterXml(first[0]?.length ?? 0, hasTotals ? rowNumber - 1 : rowNumber)
  waiting += `</sheetData>${filtered}</worksheet>`
  yield takeWaiting()
}

const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

function addPart(zip: Zip, name: string, text: string): void {
  const part = new ZipDeflate(name, { level: 6 })
  zip.add(part)
  part.push(strToU8(text), true)
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Freezes the row with the headings. */
const headView =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

function sheetStart(first: readonly (readonly Cell[])[], styles: readonly (CellStyle | undefined)[]): string {
  return `${head}<worksheet xmlns="${main}">${headView}${columnsXml(first, styles)}<sheetData>`
}

/** Filter and sort buttons on the headings. */
function filterXml(columns: number, lastRow: number): string {
  return columns > 0 && lastRow > 1 ? `<autoFilter ref="A1:${columnLetters(columns - 1)}${lastRow}"/>` : ''
}

function fixedParts(names: readonly string[]): Readonly<Record<string, string>> {
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const each = (line: (index: number, name: string) => string) => names.map((name, index) => line(index, name)).join('')
  const overrides = each((index) => `<Override PartName="/${sheetPath(index)}" ContentType="${types}.worksheet+xml"/>`)
  const sheets = each((index, name) => `<sheet name="${escapeXml(sheetTitle(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
  const links = each(
    (index) => `<Relationship Id="rId${index + 1}" Type="${documents}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${overrides}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}">${links}<Relationship Id="rId${names.length + 1}" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}${stylesXml(main)}`,
  }
}

/** Sheet names have at most 31 characters and none of `[]:*?/\`. */
function sheetTitle(name: string): string {
  return Array.from(name.replace(/[[\]:*?/\\]/g, ' '))
    .slice(0, 31)
    .join('')
}

function rowXml(row: readonly Cell[], rowNumber: number, styles: readonly (CellStyle | undefined)[]): string {
  const isHead = rowNumber === 1
  const cells = row.map((cell, index) => cellXml(cell, `${columnLetters(index)}${rowNumber}`, isHead ? 'heading' : styles[index]))
  return `<row r="${rowNumber}">${cells.join('')}</row>`
}

function cellXml(cell: Cell, address: string, style: CellStyle | undefined): string {
  if (cell === null) return ''
  const number = typeof cell === 'number' ? cell : dayNumber(cell, style)
  if (number !== null) return `<c r="${address}"${styleAttribute(style)}><v>${number}</v></c>`
  const look = style === 'heading' ? styleAttribute(style) : ''
  return `<c r="${address}"${look} t="inlineStr"><is><t xml:space="preserve">${escapeXml(withoutEscapes(fitted(defuse(String(cell)))))}</t></is></c>`
}

/** Most UTF-16 units of a cell. A workbook with a longer text is reported as damaged. */
const cellLengthMax = 32_767
const cutMark = '…（其餘內容省略）'

function fitted(text: string): string {
  if (text.length <= cellLengthMax) return text
  return `${text.slice(0, cellLengthMax - cutMark.length).replace(/[\ud800-\udbff]$/, '')}${cutMark}`
}

function styleAttribute(style: CellStyle | undefined): string {
  return style === undefined ? '' : ` s="${styleIndex(style)}"`
}

/** 0 -> A, 25 -> Z, 26 -> AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes texts that look like an escape of the format (`_x003D_` means `=`), so that they stay unchanged. */
const withoutEscapes = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** Escapes a text, and removes the control characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
