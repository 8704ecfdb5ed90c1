import type { Cell } from '../export/cells.ts'
import { type SheetLook, writeXlsx } from '../export/xlsx.ts'

/** A workbook with these rows, the headings among them. */
export async function workbookOf(rows: Iterable<readonly Cell[]>, look?: SheetLook): Promise<Uint8Array<ArrayBuffer>> {
  async function* lines() {
    yield* rows
  }
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx('資料', lines(), look)) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}
