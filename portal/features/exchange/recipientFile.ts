import { splitLines } from './recipients.ts'

/** Workbooks and other archives begin so. */
const archiveMark = 'PK\u0003\u0004'

/** Far above what 500 lines need: a browser that unpacks more would stand still. */
const bytesMax = 2 * 1024 * 1024

/**
 * The cells of a file of recipients: a workbook (its first sheet), or text in UTF-8, or in Big5 as spreadsheets in Taiwan save it.
 *
 * @throws RangeError with what to tell when it is neither
 */
export async function readRecipientFile(bytes: ArrayBuffer): Promise<readonly (readonly string[])[]> {
  if (bytes.byteLength > bytesMax) throw new RangeError('檔案過大，請只保留收件人資料後再匯入。')
  if (isArchive(bytes)) return readWorkbook(bytes)
  const text = decodeStrictly(bytes, 'utf-8') ?? decodeStrictly(bytes, 'big5')
  if (text === null || text.includes('\0')) throw new RangeError('檔案無法讀取，請存為 .xlsx 或 CSV 檔後再匯入。')
  return splitLines(text)
}

function isArchive(bytes: ArrayBuffer): boolean {
  return new TextDecoder('latin1').decode(bytes.slice(0, archiveMark.length)) === archiveMark
}

async function readWorkbook(bytes: ArrayBuffer): Promise<readonly (readonly string[])[]> {
  // Fetched only by who chose a workbook.
  const { readSheet } = await import('read-excel-file/browser')
  try {
    const rows = await readSheet(new Blob([bytes]))
    return rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell).trim())))
  } catch {
    throw new RangeError('活頁簿無法讀取，請以 Excel 另存為 .xlsx 檔後再匯入。')
  }
}

function decodeStrictly(bytes: ArrayBuffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
