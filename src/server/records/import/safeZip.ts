import { Unzip, UnzipInflate } from 'fflate'
import { refuseWith } from '../../platform/errors.ts'

const packedMax = 10 * 1024 * 1024
const unpackedMax = 50 * 1024 * 1024
const ratioMax = 100
const entriesMax = 200

/**
 * Unpacks a file once only to measure it, because the sizes in its directory may lie; stops at the first limit.
 *
 * @throws 400 when it is no zip, too large, packed too tightly, or has XML with a document type (entities)
 */
export function refuseUnsafeZip(file: Uint8Array): void {
  if (file.length > packedMax) throw refuseWith(400, '檔案大小不可超過 10 MB')
  if (file[0] !== 0x50 || file[1] !== 0x4b) throw refuseWith(400, '檔案格式錯誤，請使用 .xlsx 檔')
  const limit = Math.min(unpackedMax, Math.max(file.length * ratioMax, 1024 * 1024))
  let entries = 0
  let unpacked = 0
  const unzip = new Unzip((entry) => {
    entries += 1
    if (entries > entriesMax) throw refuseWith(400, '檔案內容過多，無法匯入')
    let isFirst = true
    entry.ondata = (error, data) => {
      if (error) throw refuseWith(400, '檔案格式錯誤，請使用 .xlsx 檔')
      unpacked += data.length
      if (unpacked > limit) throw refuseWith(400, '檔案解開後過大，無法匯入')
      if (isFirst && hasDocumentType(data)) throw refuseWith(400, '檔案格式錯誤，請使用 .xlsx 檔')
      isFirst = false
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  // Small pieces: a bomb is noticed after the first of them, not after all is in memory.
  for (let start = 0; start < file.length; start += 64 * 1024) {
    unzip.push(file.subarray(start, start + 64 * 1024), start + 64 * 1024 >= file.length)
  }
  if (entries === 0) throw refuseWith(400, '檔案格式錯誤，請使用 .xlsx 檔')
}

/** A document type stands before the root element, so that the first bytes tell. */
function hasDocumentType(data: Uint8Array): boolean {
  return new TextDecoder().decode(data.subarray(0, 1024)).toUpperCase().includes('<!DOCTYPE')
}
