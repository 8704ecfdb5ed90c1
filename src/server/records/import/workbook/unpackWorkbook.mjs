import { configure, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'

// No web workers, because it runs in a thread already.
configure({ useWebWorkers: false })

export const packedMax = 10 * 1024 * 1024
const unpackedMax = 50 * 1024 * 1024
const ratioMax = 100
const entriesMax = 200
/** Below this size the ratio is not checked, because empty sheets compress very well. */
const smallBytes = 1024 * 1024

const brokenText = '檔案格式錯誤：檔案不完整或已損壞，請重新下載或另存為 .xlsx 檔'
const lockedText = '檔案格式錯誤：檔案設有密碼，請取消密碼後另存為 .xlsx 檔'
const sizeText = '檔案解開後過大，無法匯入'

/** @typedef {import('@zip.js/zip.js').FileEntry} FileEntry */

/**
 * Unpacks a .zip within the limits of imports. An entry may declare a false size: it is refused when the declared size is too large, and as
 * soon as its content exceeds it.
 *
 * @param {Uint8Array} file
 * @returns {Promise<ReadonlyMap<string, Uint8Array>>} contents by entry name, without folders
 * @throws {TaskRefusal} when the file is no .zip, broken, ambiguous, encrypted, or beyond a limit
 */
export async function unpackWorkbook(file) {
  const unpackedLimit = Math.min(unpackedMax, Math.max(file.length * ratioMax, smallBytes))
  const entries = await listEntries(file)
  const promised = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (promised > unpackedLimit) throw new TaskRefusal(sizeText)
  const contents = new Map()
  for (const entry of entries) {
    if (contents.has(entry.filename)) throw new TaskRefusal(brokenText)
    contents.set(entry.filename, await unpackEntry(entry))
  }
  return contents
}

/** @param {Uint8Array} file @returns {Promise<readonly FileEntry[]>} */
async function listEntries(file) {
  if (file[0] !== 0x50 || file[1] !== 0x4b) throw new TaskRefusal(brokenText)
  const reader = new ZipReader(new Uint8ArrayReader(file))
  const found = []
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (found.length >= entriesMax) throw new TaskRefusal('檔案內容過多，無法匯入')
      found.push(entry)
    }
  } catch (error) {
    throw error instanceof TaskRefusal ? error : new TaskRefusal(brokenText)
  }
  if (found.some((entry) => entry.encrypted)) throw new TaskRefusal(lockedText)
  return found.filter((entry) => !entry.directory)
}

/** @param {FileEntry} entry */
async function unpackEntry(entry) {
  const content = new Uint8Array(entry.uncompressedSize)
  let length = 0
  const target = new WritableStream({
    write(/** @type {Uint8Array} */ part) {
      if (length + part.length > content.length) throw new Error('an entry is larger than it says')
      content.set(part, length)
      length += part.length
    },
  })
  try {
    await entry.getData(target, { checkCrc32: true, checkOverlappingEntry: true })
  } catch {
    throw new TaskRefusal(brokenText)
  }
  if (length !== content.length) throw new TaskRefusal(brokenText)
  return content
}
