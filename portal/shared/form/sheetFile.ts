/** First bytes of workbooks and other zip archives. */
const archiveMark = 'PK\u0003\u0004'

/** Far more than 500 lines need; unpacking more would freeze the browser. */
const bytesMax = 2 * 1024 * 1024

/**
 * Reads the cells of a list of people from a file: a workbook (first sheet), or text in UTF-8 or Big5, which spreadsheet programs in Taiwan
 * use.
 *
 * @throws RangeError with a text for the user when it is neither
 */
export async function readSheetFile(bytes: ArrayBuffer): Promise<readonly (readonly string[])[]> {
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
  // Loaded only when the user has chosen a workbook.
  const { readSheet } = await import('read-excel-file/browser')
  try {
    const rows = await readSheet(new Blob([bytes]))
    // A cell may have line breaks in it, a name or an address has none.
    return rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell).replace(/\s+/g, ' ').trim())))
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

/** Splits the text of a file, or of copied cells, into cells: separated by comma or tab, in quotes when they contain a comma. */
export function splitLines(text: string): readonly (readonly string[])[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(splitLine)
}

/** A quotation mark counts as such at the start of a cell only (RFC 4180): a name may have one in it. */
function splitLine(line: string): readonly string[] {
  const separator = line.includes('\t') ? '\t' : ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** A list as CSV text with a byte order mark, so that spreadsheet programs read it as UTF-8. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

function quoted(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
