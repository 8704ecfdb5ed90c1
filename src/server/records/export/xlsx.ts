import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Cell } from './cells.ts'
import { defuse } from './defuse.ts'

/** Rows that one sheet of the format can hold, headings included. */
export const xlsxRowsMax = 1_048_576

/** Text is collected to about this much before it is compressed. */
const chunkLength = 64 * 1024

/**
 * An .xlsx file with one sheet, written row by row: memory does not grow with the number of rows. Cells carry their address,
 * because some readers fail without.
 */
export async function* writeXlsx(sheetName: string, rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    else ready.push(data)
  })
  for (const [name, text] of Object.entries(fixedParts(sheetName))) addPart(zip, name, text)
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  let waiting = sheetStart
  let rowNumber = 0
  for await (const row of rows) {
    rowNumber += 1
    waiting += rowXml(row, rowNumber)
    if (waiting.length < chunkLength) continue
    sheet.push(strToU8(waiting))
    waiting = ''
    yield* ready.splice(0)
  }
  sheet.push(strToU8(`${waiting}</sheetData></worksheet>`), true)
  zip.end()
  if (failure) throw failure
  yield* ready.splice(0)
}

function addPart(zip: Zip, name: string, text: string): void {
  const part = new ZipDeflate(name, { level: 6 })
  zip.add(part)
  part.push(strToU8(text), true)
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetStart = `${head}<worksheet xmlns="${main}"><sheetData>`

function fixedParts(sheetName: string): Readonly<Record<string, string>> {
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${escapeXml(sheetTitle(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  }
}

/** Names of sheets have at most 31 characters and none of `[]:*?/\`. */
function sheetTitle(name: string): string {
  return Array.from(name.replace(/[[\]:*?/\\]/g, ' '))
    .slice(0, 31)
    .join('')
}

function rowXml(row: readonly Cell[], rowNumber: number): string {
  const cells = row.map((cell, index) => cellXml(cell, `${columnLetters(index)}${rowNumber}`))
  return `<row r="${rowNumber}">${cells.join('')}</row>`
}

function cellXml(cell: Cell, address: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(withoutEscapes(defuse(cell)))}</t></is></c>`
}

/** 0 -> A, 25 -> Z, 26 -> AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `_x003D_` is how the format itself writes `=`; a text that looks like it stays what it is. */
const withoutEscapes = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** XML 1.0 has no place for most control characters; they are left out. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
