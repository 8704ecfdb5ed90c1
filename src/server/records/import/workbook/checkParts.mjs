import { Parser } from 'saxen'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'
import { formatText } from './unpackWorkbook.mjs'

/** Real sheets nest less than ten levels deep. */
const depthMax = 64
/** No document has nearly as many fields. */
const columnsMax = 256
/** Most empty rows between and after the filled ones. */
const emptyRowsMax = 5000

const worksheetType = /\/worksheet$/

/**
 * Selects the parts of a workbook that the reader gets: all XML except the sheets after the first. Everything is checked before the reader
 * parses it. The limits apply to what a sheet actually contains, wherever it is in the file, and not to the dimensions that the workbook
 * declares.
 *
 * @param {ReadonlyMap<string, Uint8Array>} contents by path @param {number} rowsMax filled rows without the headings
 * @returns {Record<string, Uint8Array>} without a prototype, because the paths were chosen by somebody else
 * @throws {TaskRefusal} for rows or columns beyond the limits, a document type (entities), and malformed XML
 */
export function checkParts(contents, rowsMax) {
  const decoder = new TextDecoder()
  const further = furtherSheets(contents, decoder)
  const kept = Object.create(null)
  for (const [path, content] of contents) {
    if (further.has(path) || !/\.xml(\.rels)?$/.test(path)) continue
    checkPart(decoder.decode(content), rowsMax)
    kept[path] = content
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

/** @param {string} xml @param {number} rowsMax */
function checkPart(xml, rowsMax) {
  const rows = new RowCount(rowsMax)
  let isSheet = false
  walk(xml, {
    open(name, attributes) {
      if (name === 'sheetData') isSheet = true
      else if (isSheet && name === 'row') rows.begin(attributes())
      else if (isSheet && name === 'c') rows.cell(attributes())
    },
    text: () => isSheet && rows.fill(),
  })
}

/** Counts the rows of a sheet while it is parsed. */
class RowCount {
  #filled = 0
  #isFilled = false
  #rows = 0
  #cells = 0
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
    if (number !== undefined && !/^\d+$/.test(number)) throw new TaskRefusal(formatText)
    this.#assertRowAllowed(Math.max(this.#rows, Number(number ?? 0)))
  }

  /** @param {ReadonlyMap<string, string>} attributes */
  cell(attributes) {
    this.#cells += 1
    const address = attributes.get('r')
    const parts = address === undefined ? null : /^([A-Z]+)(\d+)$/.exec(address)
    if (address !== undefined && !parts) throw new TaskRefusal(formatText)
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

/** A -> 1, Z -> 26, AA -> 27. @param {string} letters */
function columnNumber(letters) {
  return [...letters].reduce((sum, letter) => Math.min(sum * 26 + letter.charCodeAt(0) - 64, 1e6), 0)
}

/**
 * Parses XML with the same parser as the reader of workbooks, so that both see the same.
 *
 * @param {string} xml
 * @param {{ open(name: string, attributes: () => ReadonlyMap<string, string>): void, text?: () => void }} handlers  names without prefix
 */
function walk(xml, handlers) {
  const parser = new Parser()
  let depth = 0
  parser.on('error', (/** @type {Error} */ error) => {
    throw error instanceof TaskRefusal ? error : new TaskRefusal(formatText)
  })
  // `<!DOCTYPE`, which can define entities.
  parser.on('attention', () => {
    throw new TaskRefusal(formatText)
  })
  parser.on(
    'openTag',
    (/** @type {string} */ name, /** @type {() => Record<string, string>} */ read, /** @type {(text: string) => string} */ decode) => {
      depth += 1
      if (depth > depthMax) throw new TaskRefusal(formatText)
      handlers.open(localName(name), () => attributesOf(read(), decode))
    },
  )
  parser.on('closeTag', () => {
    depth -= 1
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
    if (attributes.has(localName(name))) throw new TaskRefusal(formatText)
    attributes.set(localName(name), decode(value))
  }
  return attributes
}

/** @param {string} name */
function localName(name) {
  return name.slice(name.indexOf(':') + 1)
}
