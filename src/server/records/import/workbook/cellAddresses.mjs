import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'

/** A -> 1, Z -> 26, AA -> 27. @param {string} letters */
export function columnNumber(letters) {
  return [...letters].reduce((sum, letter) => Math.min(sum * 26 + letter.charCodeAt(0) - 64, 1e6), 0)
}

/** 1 -> A, 26 -> Z, 27 -> AA. @param {number} number @returns {string} */
function columnLetters(number) {
  const last = (number - 1) % 26
  const before = (number - 1 - last) / 26
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + last)
}

const rowOrCell = /<((?:\w+:)?)(row|c)(?=[\s/>])([^>]*)>/g

/**
 * A sheet whose cells all say where they are. Cells and rows may leave it out: then each stands right of the one before it, each row below
 * the one before it. The reader of workbooks needs their addresses.
 *
 * @param {string} xml a sheet within the limits
 * @returns {string}
 */
export function withAddresses(xml) {
  // Where text may look like a tag, tags cannot be told by their look.
  if (/<!\[CDATA\[|<!--/.test(xml)) throw new TaskRefusal('檔案格式錯誤：儲存格沒有位址，請以試算表程式開啟後另存為 .xlsx 檔')
  let row = 0
  let column = 0
  return xml.replace(rowOrCell, (tag, prefix, name, attributes) => {
    const [, letters = '', digits] = /\sr\s*=\s*["']([A-Z]*)(\d+)["']/.exec(attributes) ?? []
    if (name === 'row') {
      row = digits === undefined ? row + 1 : Number(digits)
      column = 0
      return tag
    }
    column = digits === undefined ? column + 1 : columnNumber(letters)
    return digits === undefined ? `<${prefix}c r="${columnLetters(column)}${row}"${attributes}>` : tag
  })
}
