import type { Cell } from './cells.ts'
import { defuse } from './defuse.ts'

const chunkLength = 64 * 1024

/** CSV with byte order mark, so that spreadsheet programs read it as UTF-8. */
export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = '\ufeff'
  for await (const row of rows) {
    waiting += `${row.map(field).join(',')}\r\n`
    if (waiting.length < chunkLength) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  yield encoder.encode(waiting)
}

function field(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : `"${defuse(cell).replace(/"/g, '""')}"`
}
