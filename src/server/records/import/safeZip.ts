import { Unzip, UnzipInflate } from 'fflate'
import { refuseWith } from '../../platform/errors.ts'

const packedMax = 10 * 1024 * 1024
const unpackedMax = 50 * 1024 * 1024
const ratioMax = 100
const entriesMax = 200
/** Below this no ratio is suspicious: empty sheets pack very well. */
const smallBytes = 1024 * 1024

/** Fed to the unpacker at once; even a bomb cannot make more than some megabytes of so little. */
const pieceBytes = 4 * 1024

const formatText = '檔案格式錯誤，請使用 .xlsx 檔'

/**
 * Unpacks a file once only to measure it, because the sizes in its directory may lie; stops at the first limit.
 *
 * @throws 400 when it is no zip, too large, packed too tightly, or has XML with a document type (entities)
 */
export function refuseUnsafeZip(file: Uint8Array): void {
  if (file.length > packedMax) throw refuseWith(400, '檔案大小不可超過 10 MB', 'M17')
  const problem = file[0] === 0x50 && file[1] === 0x4b ? findProblem(file) : formatText
  if (problem !== null) throw refuseWith(400, problem, 'M17')
}

function findProblem(file: Uint8Array): string | null {
  const limit = Math.min(unpackedMax, Math.max(file.length * ratioMax, smallBytes))
  let entries = 0
  let unpacked = 0
  let problem: string | null = null
  const unzip = new Unzip((entry) => {
    entries += 1
    if (entries > entriesMax) problem ??= '檔案內容過多，無法匯入'
    let isFirst = true
    // The unpacker catches what is thrown here, so that findings are noted instead.
    entry.ondata = (error, data) => {
      unpacked += data?.length ?? 0
      if (error || (isFirst && hasDocumentType(data))) problem ??= formatText
      else if (unpacked > limit) problem ??= '檔案解開後過大，無法匯入'
      isFirst = false
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let start = 0; start < file.length && problem === null; start += pieceBytes) {
    if (!pushPiece(unzip, file, start)) return formatText
  }
  return problem ?? (entries === 0 ? formatText : null)
}

function pushPiece(unzip: Unzip, file: Uint8Array, start: number): boolean {
  try {
    unzip.push(file.subarray(start, start + pieceBytes), start + pieceBytes >= file.length)
    return true
  } catch {
    return false
  }
}

/** A document type stands before the root element, so that the first bytes tell. */
function hasDocumentType(data: Uint8Array): boolean {
  return new TextDecoder().decode(data.subarray(0, 1024)).toUpperCase().includes('<!DOCTYPE')
}
