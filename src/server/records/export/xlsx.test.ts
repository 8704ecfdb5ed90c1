import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { workbookOf } from '../testing/workbookOf.ts'
import type { Cell } from './cells.ts'
import type { SheetLook } from './xlsx.ts'

async function sheetXml(rows: Iterable<readonly Cell[]>, look?: SheetLook): Promise<string> {
  const sheet = unzipSync(await workbookOf(rows, look))['xl/worksheets/sheet1.xml']
  return strFromU8(sheet ?? new Uint8Array())
}

const look: SheetLook = { styles: [undefined, 'date', 'dateTime', 'whole', 'percent'], hasTotals: true }
const headings = ['名稱', '生效日', '建立時間', '點數', '折扣']
const rows: readonly (readonly Cell[])[] = [
  headings,
  ['甲', '2025-02-28', '2025-02-28 23:59:59', 1234567, 12.5],
  ['乙', '永久', null, -3, null],
  ['總計', null, null, 1234564, null],
]

/** Rounds to seconds, because a second as a fraction of a day has no exact binary number. */
const toSecond = (cell: unknown) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString() : cell)

describe('a workbook', () => {
  it('a workbook holds days, moments and numbers as such, and a text where there is no day', async () => {
    const read = await readSheet(Buffer.from(await workbookOf(rows, look)))
    expect(read[1]?.map(toSecond)).toEqual(['甲', '2025-02-28T00:00:00.000Z', '2025-02-28T23:59:59.000Z', 1234567, 12.5])
    expect(read[2]).toEqual(['乙', '永久', null, -3, null])
  })

  it('a workbook cuts a text that no cell can hold, in sight and not within a sign, so that it can be opened at all', async () => {
    const read = await readSheet(
      Buffer.from(await workbookOf([['內容'], ['字'.repeat(32_767)], ['😀'.repeat(20_000)], [`=${'a'.repeat(40_000)}`]])),
    )
    const texts = read.map(([text]) => String(text))
    expect(texts.map(({ length }) => length <= 32_767)).toEqual([true, true, true, true])
    expect(texts[1]).toBe('字'.repeat(32_767))
    expect([texts[2], texts[3]].map((text) => [text?.isWellFormed(), text?.slice(-9)])).toEqual([
      [true, '…（其餘內容省略）'.slice(-9)],
      [true, '…（其餘內容省略）'.slice(-9)],
    ])
  })

  it('says how they are shown', async () => {
    const file = unzipSync(await workbookOf(rows, look))
    const styles = strFromU8(file['xl/styles.xml'] ?? new Uint8Array())
    const formats = [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code])
    const used = [...styles.matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(([, id]) => id)
    const sheet = strFromU8(file['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const shown = ['B2', 'C2', 'D2', 'E2'].map((cell) => {
      const style = Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1])
      return formats.find(([id]) => id === used[style])?.[1]
    })
    expect(shown).toEqual(['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '#,##0', 'General&quot;%&quot;'])
  })

  it('keeps the headings in sight, filters the rows without the totals, and has columns as wide as what they hold', async () => {
    const sheet = await sheetXml(rows, look)
    expect(sheet).toContain('ySplit="1"')
    expect(sheet).toContain('<autoFilter ref="A1:E3"/>')
    const widths = [...sheet.matchAll(/<col min="\d+" max="\d+" width="(\d+)"/g)].map(([, width]) => Number(width))
    expect(widths).toEqual([11, 13, 22, 12, 11])
  })

  it('a workbook of many rows is the same file, its columns made for the first of them', async () => {
    const many = [headings, ...Array.from({ length: 5000 }, (_unused, index) => [`第 ${index} 列`, '2025-01-01', null, index, null])]
    expect(await sheetXml(many, look)).toContain('<autoFilter ref="A1:E5000"/>')
    const read = await readSheet(Buffer.from(await workbookOf(many, look)))
    expect([read.length, read[5000]?.[0]]).toEqual([5001, '第 4999 列'])
  })

  it('a workbook without rows, or with headings alone, is one that can be read', async () => {
    expect(await readSheet(Buffer.from(await workbookOf([])))).toEqual([])
    expect(await readSheet(Buffer.from(await workbookOf([headings], look)))).toEqual([headings])
  })
})
