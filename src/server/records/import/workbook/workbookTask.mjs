// Task of the worker room: reads the first sheet of an untrusted .xlsx file, or an untrusted .csv.
import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'
import { checkParts, unreadableText } from './checkParts.mjs'
import { isWorkbook, readCsv } from './readCsv.mjs'
import { packedMax, unpackWorkbook } from './unpackWorkbook.mjs'

/** Longest text that a cell of the format can have. */
const cellTextMax = 32_767
/** Most text of a sheet. Cells can share one text, so a small file can mean much more text than it contains. */
const textMax = 25_000_000
/** Limits of a chunk, because the event loop of the server receives one chunk per turn. */
const chunkCellsMax = 5_000
const chunkTextMax = 200_000

/** @typedef {string | number | boolean | Date | null} CellValue */

/**
 * @param {{ readonly file: Uint8Array, readonly rowsMax: number }} input
 * @returns {AsyncGenerator<CellValue[][]>} rows in chunks; empty cells at the end of a row are left out
 */
export async function* run({ file, rowsMax }) {
  if (file.length > packedMax) throw new TaskRefusal('檔案大小不可超過 10 MB')
  if (!isWorkbook(file)) {
    yield* inChunks(readCsv(file, rowsMax))
    return
  }
  const parts = checkParts(await unpackWorkbook(file), rowsMax)
  // Packed again, so that the reader gets only what was checked, even if the original file could be read in another way.
  const rows = await readFirstSheet(Buffer.from(zipSync(parts, { level: 0 })))
  yield* inChunks(rows.map((row, index) => row.map((cell) => (cell instanceof Date ? wholeSecond(cell, index + 1) : cell))))
}

/**
 * A workbook stores a time as a fraction of a day, and the reader cuts what the fraction lacks: 10:00:00 would be 09:59:59.999.
 *
 * @param {Date} time @param {number} rowNumber
 */
function wholeSecond(time, rowNumber) {
  const rounded = new Date(Math.round(time.getTime() / 1000) * 1000)
  const year = rounded.getUTCFullYear()
  // Spreadsheets end with 9999 and begin with 1900, which some programs count from a day before.
  if (!(year >= 1899 && year <= 9999)) throw new TaskRefusal(`第 ${rowNumber} 列的日期超出範圍，請修正後再試`)
  return rounded
}

/** @param {Buffer} file @returns {Promise<CellValue[][]>} */
async function readFirstSheet(file) {
  try {
    return /** @type {CellValue[][]} */ (await readSheet(file))
  } catch {
    throw new TaskRefusal(unreadableText)
  }
}

/** @param {CellValue[][]} rows */
function* inChunks(rows) {
  let chunk = []
  let cells = 0
  let text = 0
  let textOfAll = 0
  for (const row of rows) {
    const filled = withoutEmptyEnd(row)
    const length = textLength(filled)
    textOfAll += length
    if (textOfAll > textMax) throw new TaskRefusal('檔案內容過多，無法匯入')
    chunk.push(filled)
    cells += filled.length
    text += length
    if (cells < chunkCellsMax && text < chunkTextMax) continue
    yield chunk
    chunk = []
    cells = 0
    text = 0
  }
  yield chunk
}

/** @param {CellValue[]} row */
function withoutEmptyEnd(row) {
  const last = row.findLastIndex((cell) => cell !== null && cell !== '')
  return row.slice(0, last + 1)
}

/** @param {CellValue[]} row */
function textLength(row) {
  let sum = 0
  for (const cell of row) {
    if (typeof cell !== 'string') continue
    if (cell.length > cellTextMax) throw new TaskRefusal(`儲存格內容過長，最多 ${cellTextMax} 字`)
    sum += cell.length
  }
  return sum
}
