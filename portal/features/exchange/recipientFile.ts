/** Workbooks and other archives begin so. */
const archiveMark = 'PK\u0003\u0004'

/**
 * The text of a file of recipients: UTF-8, or Big5 as spreadsheets in Taiwan save it.
 *
 * @throws RangeError with what to tell when it is no text
 */
export function decodeRecipients(bytes: ArrayBuffer): string {
  const text = decodeStrictly(bytes, 'utf-8') ?? decodeStrictly(bytes, 'big5')
  if (text === null || text.startsWith(archiveMark) || text.includes('\0')) throw new RangeError('檔案無法讀取，請存為 CSV 檔後再匯入。')
  return text
}

function decodeStrictly(bytes: ArrayBuffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
