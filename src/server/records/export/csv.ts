import { csvLine, csvStart } from '../../../rules/csvLine.ts'
import type { Cell } from './cells.ts'

const chunkLength = 64 * 1024

/** Writes CSV with a byte order mark, so that spreadsheet programs read it as UTF-8. */
export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = csvStart
  for await (const row of rows) {
    waiting += csvLine(row)
    if (waiting.length < chunkLength) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  yield encoder.encode(waiting)
}
