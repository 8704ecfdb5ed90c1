import { Zip } from 'fflate'
import type { Cell } from './cells.ts'
import { writeCsv } from './csv.ts'
import { DeflatedPart } from './deflatedPart.ts'

/** Writes a CSV file inside a .zip, row by row, so that memory use does not grow with the number of rows. */
export async function* writeZippedCsv(fileName: string, rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    else ready.push(data)
  })
  const csv = new DeflatedPart(fileName)
  zip.add(csv)
  try {
    for await (const chunk of writeCsv(rows)) {
      await csv.push(chunk)
      yield* ready.splice(0)
    }
    await csv.end()
  } finally {
    csv.stop()
  }
  zip.end()
  if (failure) throw failure
  yield* ready.splice(0)
}
