// @vitest-environment jsdom

import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvText, readSheetFile, splitLines } from './sheetFile.ts'

const bytes = (...values: readonly number[]) => new Uint8Array(values).buffer

/** The smallest workbook that spreadsheet programs open: one sheet with a text and a number. */
function workbook(name = '王小明'): ArrayBuffer {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${name}</t></is></c><c r="B1"><v>912345678</v></c></row></sheetData></worksheet>`,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  return zipped.slice().buffer as ArrayBuffer
}

describe('a file of recipients', () => {
  it('a file of recipients is read as UTF-8, with its mark or without', async () => {
    expect(await readSheetFile(new TextEncoder().encode('王小明,0912345678').slice().buffer as ArrayBuffer)).toEqual([
      ['王小明', '0912345678'],
    ])
    expect(await readSheetFile(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual([['a']])
  })

  it('a file of recipients is read as Big5 when a spreadsheet saved it so', async () => {
    expect(await readSheetFile(bytes(0xa4, 0xfd, 0xa4, 0x70, 0xa9, 0xfa, 0x2c))).toEqual([['王小明', '']])
  })

  it('a file of recipients may be a workbook, whose first sheet is taken', async () => {
    expect(await readSheetFile(workbook())).toEqual([['王小明', '912345678']])
  })

  it('a file of recipients loses the line breaks within a cell of a workbook, which would begin another line', async () => {
    expect(await readSheetFile(workbook('王小明\n（業務部）'))).toEqual([['王小明 （業務部）', '912345678']])
  })

  it('a file of recipients keeps the quotation marks of a name, and reads what was written as CSV', () => {
    expect(splitLines('O"Neil,a@example.com')).toEqual([['O"Neil', 'a@example.com']])
    const lines = [['王 "大明", 先生', 'b@example.com']]
    expect(splitLines(csvText(lines).trimEnd())).toEqual(lines)
  })

  it.each([
    ['a broken workbook', bytes(0x50, 0x4b, 3, 4, 0, 1), '活頁簿無法讀取，請以 Excel 另存為 .xlsx 檔後再匯入。'],
    ['a picture', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10), '檔案無法讀取，請存為 .xlsx 或 CSV 檔後再匯入。'],
    ['far too large', new ArrayBuffer(3_000_000), '檔案過大，請只保留收件人資料後再匯入。'],
  ])('a file of recipients that is %s is refused', async (_name, content, text) => {
    await expect(readSheetFile(content)).rejects.toThrow(text)
  })
})
