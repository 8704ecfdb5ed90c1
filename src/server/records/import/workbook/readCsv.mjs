import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'

/** No document has nearly as many fields. */
const columnsMax = 256
const encodingText = '檔案編碼無法辨識，請另存為 UTF-8 的 .csv 或 .xlsx 檔'
const separatorText = '欄位須以逗號分隔，此檔以 Tab 或分號分隔；請另存為 .xlsx 檔，或以逗號分隔的 .csv 檔'
const formatText = '檔案格式錯誤，請使用 .xlsx 或 .csv 檔'
const oldText = '檔案格式錯誤：此檔是舊的 .xls 檔或設有密碼，請取消密碼後另存為 .xlsx 檔'

/** A workbook is a .zip. @param {Uint8Array} file */
export function isWorkbook(file) {
  return file[0] === 0x50 && file[1] === 0x4b
}

/**
 * Rows of a .csv as RFC 4180 has it; empty lines are kept, so that the numbers of rows are those of the file in a spreadsheet.
 *
 * @param {Uint8Array} file
 * @param {number} rowsMax filled rows without the headings
 * @returns {string[][]}
 * @throws {TaskRefusal} for a file that is no such text, for a quote that never ends, and for rows or columns beyond the limits
 */
export function readCsv(file, rowsMax) {
  const text = decode(file)
  if (isOtherFormat(text)) throw new TaskRefusal(formatText)
  /** @type {string[][]} */
  const rows = []
  let filled = 0
  for (const row of rowsOf(text)) {
    if (row.length > columnsMax) throw new TaskRefusal(`一次最多匯入 ${columnsMax} 欄，請刪除多餘的欄位`)
    if (rows.length === 0 && row.length === 1 && /[\t;]/.test(row[0] ?? '')) throw new TaskRefusal(separatorText)
    if (row.some((cell) => cell !== '')) filled += 1
    if (filled > rowsMax + 1) throw new TaskRefusal(`一次最多匯入 ${rowsMax} 列`)
    if (rows.length > 2 * rowsMax) throw new TaskRefusal('檔案的空白列過多，請刪除後再試')
    rows.push(row)
  }
  return rows
}

/** Bytes that no text has, in either encoding: pictures and documents have them near their beginning. @param {number} byte */
function isControl(byte) {
  return byte < 0x20 && (byte < 0x09 || byte > 0x0d)
}

/** Whether a text only looks like one: printed pages, web pages, and what some programs name .xls. @param {string} text */
function isOtherFormat(text) {
  return /^\s*(%PDF-|\{\\rtf|<)/.test(text)
}

/** Programs write the letters of other languages in UTF-16 when asked for "Unicode". @param {Uint8Array} file */
function isUtf16(file) {
  return (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0xfe && file[1] === 0xff)
}

/** What .xls files are, and also .xlsx files with a password, whatever their name. @param {Uint8Array} file */
function isCompoundFile(file) {
  return file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0
}

/** @param {Uint8Array} file @returns {string} */
function decode(file) {
  if (isCompoundFile(file)) throw new TaskRefusal(oldText)
  if (isUtf16(file)) throw new TaskRefusal(encodingText)
  if (file.length === 0 || file.some(isControl)) throw new TaskRefusal(formatText)
  for (const encoding of ['utf-8', 'big5']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(file)
    } catch {
      // The next one.
    }
  }
  throw new TaskRefusal(encodingText)
}

/** @param {string} text @returns {Generator<string[]>} */
function* rowsOf(text) {
  let row = /** @type {string[]} */ ([])
  let number = 1
  let place = 0
  while (place < text.length || row.length > 0) {
    const cell = text[place] === '"' ? quotedCell(text, place) : plainCell(text, place)
    const mark = cell && separatorAt(text, cell.end)
    if (cell === null || mark === null) throw new TaskRefusal(`第 ${number} 列的雙引號沒有成對，請修正後再試`)
    row.push(cell.text)
    place = cell.end + mark.length
    if (mark === ',') continue
    yield row
    row = []
    number += 1
  }
}

/**
 * Searched quote by quote: a pattern that repeats would keep every step of a long cell, and a quote that never ends makes a cell of all
 * that follows.
 *
 * @param {string} text @param {number} start of the opening quote @returns {{ text: string, end: number } | null} null without an end
 */
function quotedCell(text, start) {
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  return quote === -1 ? null : { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
}

/** @param {string} text @param {number} start @returns {{ text: string, end: number }} */
function plainCell(text, start) {
  const plain = /[^,\r\n]*/y
  plain.lastIndex = start
  plain.exec(text)
  return { text: text.slice(start, plain.lastIndex), end: plain.lastIndex }
}

/** What ends a cell; null for text behind a quote. @param {string} text @param {number} place @returns {string | null} */
function separatorAt(text, place) {
  if (place >= text.length) return ''
  const separator = /,|\r\n|\n|\r/y
  separator.lastIndex = place
  return separator.exec(text)?.[0] ?? null
}
