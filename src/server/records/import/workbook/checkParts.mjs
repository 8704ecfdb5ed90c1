import { Parser } from 'saxen'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'
import { columnNumber, withAddresses } from './cellAddresses.mjs'
import { FormulaResults } from './formulaResults.mjs'

/** Real sheets nest less than ten levels deep. */
const depthMax = 64
/** No document has nearly as many fields. */
const columnsMax = 256
/** Most empty rows between and after the filled ones. */
const emptyRowsMax = 5000

const worksheetType = /\/worksheet$/

const otherText = '檔案格式錯誤：此檔不是 .xlsx 活頁簿，請以試算表程式另存為 .xlsx 檔'
export const unreadableText = '檔案格式錯誤：內容無法讀取，請以試算表程式開啟後另存為 .xlsx 檔'

/**
 * Selects the parts of a workbook that the reader gets: all XML except the sheets after the first. Everything is checked before the reader
 * parses it. The limits apply to what a sheet actually contains, wherever it is in the file, and not to the dimensions that the workbook
 * declares.
 *
 * @param {ReadonlyMap<string, Uint8Array>} contents by path @param {number} rowsMax filled rows without the headings
 * @returns {Record<string, Uint8Array>} without a prototype, because the paths were chosen by somebody else
 * @throws {TaskRefusal} for another document in a .zip, rows or columns beyond the limits, a document type (entities), malformed XML, and
 * cells that have no value but an error, or a formula without result
 */
export function checkParts(contents, rowsMax) {
  if (!contents.has('xl/workbook.xml')) throw new TaskRefusal(otherText)
  const decoder = new TextDecoder()
  const further = furtherSheets(contents, decoder)
  const kept = Object.create(null)
  for (const [path, content] of contents) {
    if (further.has(path) || !/\.xml(\.rels)?$/.test(path)) continue
    const xml = decoder.decode(content)
    kept[path] = checkPart(xml, rowsMax).lacksAddresses ? new TextEncoder().encode(withAddresses(xml)) : content
  }
  return kept
}

/** Paths of all sheets but the first. @param {ReadonlyMap<string, Uint8Array>} contents @param {TextDecoder} decoder @returns {ReadonlySet<string>} */
function furtherSheets(contents, decoder) {
  const book = decoder.decode(contents.get('xl/workbook.xml'))
  const relations = decoder.decode(contents.get('xl/_rels/workbook.xml.rels'))
  /** @type {string | undefined} */
  let first
  walk(book, {
    open(name, attributes) {
      if (name === 'sheet' && first === undefined && attributes().get('name')) first = attributes().get('id')
    },
  })
  const further = new Set()
  walk(relations, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes().get('Id') === first || !worksheetType.test(attributes().get('Type') ?? '')) return
      const target = attributes().get('Target') ?? ''
      further.add(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return further
}

/** @param {string} xml @param {number} rowsMax @returns {{ readonly lacksAddresses: boolean }} */
function checkPart(xml, rowsMax) {
  const rows = new RowCount(rowsMax)
  const results = new FormulaResults()
  let isSheet = false
  walk(xml, {
    open(name, attributes) {
      if (name === 'sheetData') isSheet = true
      else if (isSheet && name === 'row') rows.begin(attributes())
      else if (isSheet && name === 'c') {
        rows.cell(attributes())
        results.cell(attributes().get('t'), rows.number)
      } else if (isSheet) results.part(name)
    },
    close(name) {
      if (isSheet && name === 'c') results.end()
      else if (name === 'sheetData') isSheet = false
    },
    text: () => isSheet && rows.fill(),
  })
  return rows
}

/** Counts the rows of a sheet while it is parsed. */
class RowCount {
  #filled = 0
  #isFilled = false
  #rows = 0
  #cells = 0
  /** Of the row that is read, as a spreadsheet shows it. */
  number = 0
  /** Whether a cell leaves out where it is. */
  lacksAddresses = false
  #filledMax
  #lastRow

  /** @param {number} rowsMax */
  constructor(rowsMax) {
    this.#filledMax = rowsMax + 1
    this.#lastRow = rowsMax + 1 + emptyRowsMax
  }

  /** @param {ReadonlyMap<string, string>} attributes */
  begin(attributes) {
    this.#rows += 1
    this.#cells = 0
    this.#isFilled = false
    const number = attributes.get('r')
    if (number !== undefined && !/^\d+$/.test(number)) throw new TaskRefusal(unreadableText)
    this.number = number === undefined ? this.number + 1 : Number(number)
    this.#assertRowAllowed(Math.max(this.#rows, this.number))
  }

  /** @param {ReadonlyMap<string, string>} attributes */
  cell(attributes) {
    this.#cells += 1
    const address = attributes.get('r')
    if (address === undefined) this.lacksAddresses = true
    const parts = address === undefined ? null : /^([A-Z]+)(\d+)$/.exec(address)
    if (address !== undefined && !parts) throw new TaskRefusal(unreadableText)
    this.#assertRowAllowed(Number(parts?.[2] ?? 0))
    if (Math.max(this.#cells, columnNumber(parts?.[1] ?? '')) > columnsMax)
      throw new TaskRefusal(`一次最多匯入 ${columnsMax} 欄，請刪除多餘的欄位`)
  }

  /** Called for every text of the sheet: a row with a text is not empty. */
  fill() {
    if (this.#isFilled) return
    this.#isFilled = true
    this.#filled += 1
    if (this.#filled > this.#filledMax) throw new TaskRefusal(`一次最多匯入 ${this.#filledMax - 1} 列`)
  }

  /** @param {number} number */
  #assertRowAllowed(number) {
    if (number > this.#lastRow) throw new TaskRefusal(`一次最多匯入 ${this.#filledMax - 1} 列，請刪除第 ${this.#lastRow} 列以後的空白列`)
  }
}

/**
 * Parses XML with the same parser as the reader of workbooks, so that both see the same.
 *
 * @param {string} xml
 * @param {{ open(name: string, attributes: () => ReadonlyMap<string, string>): void, close?: (name: string) => void, text?: () => void }} handlers  names without prefix
 */
function walk(xml, handlers) {
  const parser = new Parser()
  let depth = 0
  parser.on('error', (/** @type {Error} */ error) => {
    throw error instanceof TaskRefusal ? error : new TaskRefusal(unreadableText)
  })
  // `<!DOCTYPE`, which can define entities.
  parser.on('attention', () => {
    throw new TaskRefusal(unreadableText)
  })
  parser.on(
    'openTag',
    (/** @type {string} */ name, /** @type {() => Record<string, string>} */ read, /** @type {(text: string) => string} */ decode) => {
      depth += 1
      if (depth > depthMax) throw new TaskRefusal(unreadableText)
      handlers.open(localName(name), () => attributesOf(read(), decode))
    },
  )
  parser.on('closeTag', (/** @type {string} */ name) => {
    depth -= 1
    handlers.close?.(localName(name))
  })
  if (handlers.text) parser.on('text', (/** @type {string} */ text) => void (text.trim() !== '' && handlers.text?.()))
  parser.parse(xml)
}

/**
 * @param {Record<string, string>} raw @param {(text: string) => string} decode
 * @returns {ReadonlyMap<string, string>} by name without prefix
 * @throws {TaskRefusal} for two attributes of the same name, because parsers differ in which one they use
 */
function attributesOf(raw, decode) {
  const attributes = new Map()
  for (const [name, value] of Object.entries(raw)) {
    if (/^xmlns(:|$)/.test(name)) continue
    if (attributes.has(localName(name))) throw new TaskRefusal(unreadableText)
    attributes.set(localName(name), decode(value))
  }
  return attributes
}

/** @param {string} name */
function localName(name) {
  return name.slice(name.indexOf(':') + 1)
}
