import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'

/** No document has nearly as many fields. */
const columnsMax = 256
const encodingText = '檔案編碼無法辨識，請另存為 UTF-8 的 .csv 或 .xlsx 檔'
const formatText = '檔案格式錯誤，請使用 .xlsx 或 .csv 檔'

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
 * @throws {TaskRefusal} for a file that is no text, for a quote that never ends, and for rows or columns beyond the limits
 */
export function readCsv(file, rowsMax) {
  const text = decode(file)
  /** @type {string[][]} */
  const rows = []
  let filled = 0
  for (const row of rowsOf(text)) {
    if (row.length > columnsMax) throw new TaskRefusal(`一次最多匯入 ${columnsMax} 欄，請刪除多餘的欄位`)
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

/** @param {Uint8Array} file @returns {string} */
function decode(file) {
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
  // One cell after the other, quoted or plain, with what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y
  let row = /** @type {string[]} */ ([])
  while (cell.lastIndex < text.length || row.length > 0) {
    const match = cell.exec(text)
    if (match === null) throw new TaskRefusal(formatText)
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',') continue
    yield row
    row = []
    if (cell.lastIndex >= text.length) return
  }
}
