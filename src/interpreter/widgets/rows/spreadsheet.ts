/** Parses text copied from a spreadsheet: tabs between cells, line breaks between rows, quotes around cells that contain either. */
export function parseSpreadsheet(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index)
    if (isQuoted && character === '"' && source.charAt(index + 1) === '"') {
      cell += '"'
      index += 1
    } else if (character === '"' && (isQuoted || cell === '')) {
      isQuoted = !isQuoted
    } else if (!isQuoted && character === '\t') {
      endCell()
    } else if (!isQuoted && character === '\n') {
      endCell()
      rows.push([])
    } else {
      cell += character
    }
  }
  endCell()
  return rows
}

/** True when a pasted text has more than one cell. */
export function isSpreadsheet(text: string): boolean {
  return /[\t\n\r]/.test(text.trim())
}
