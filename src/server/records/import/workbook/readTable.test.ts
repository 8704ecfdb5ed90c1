import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../../../../rules/csvLine.ts'
import type { ApiError } from '../../../platform/errors.ts'
import { bookEntries, hostileWorkbooks, manySharedStrings } from '../../testing/hostileFiles.ts'
import { workbookOf } from '../../testing/workbookOf.ts'
import { importRowsMax, readTable } from './readTable.ts'

const answerOf = (file: Uint8Array, rowsMax = importRowsMax) =>
  readTable('test', file, rowsMax).then(
    (rows) => `${rows.length} rows`,
    (error: ApiError) => `${error.status} ${error.code} ${error.body}`,
  )

describe('an honest workbook', () => {
  it('an honest workbook is read as its rows, without the empty cells at the end of a row', async () => {
    const rows = await readTable('test', await workbookOf([['甲', '乙', '丙'], ['x', 1.5, null], [null], ['', 2, '是']]), importRowsMax)
    expect(rows).toEqual([['甲', '乙', '丙'], ['x', 1.5], [], [null, 2, '是']])
  })

  it('an honest workbook that was exported gives back texts that looked like formulas, as a workbook and as a .csv', async () => {
    const rows = [['甲'], ['=1+1'], ['-5 度'], ["'引號"]]
    expect(await readTable('test', await workbookOf(rows), importRowsMax)).toEqual(rows)
    expect(await readTable('test', strToU8(csvLine(['甲']) + csvLine(['=1+1']) + csvLine(["'引號"])), importRowsMax)).toEqual([
      ['甲'],
      ['=1+1'],
      ["'引號"],
    ])
  })

  it('an honest workbook has times to the second, whatever its numbers of days lose', async () => {
    const seconds = Array.from(
      { length: 24 * 60 },
      (_unused, index) => new Date(Date.UTC(2027, 2, 30) + index * 60_000 + (index % 60) * 1000),
    )
    const texts = seconds.map((time) => time.toISOString().slice(0, 19).replace('T', ' '))
    const file = await workbookOf([['時間'], ...texts.map((text) => [text])], { styles: ['dateTime'] })
    expect((await readTable('test', file, importRowsMax)).slice(1)).toEqual(seconds.map((time) => [time]))
  })

  it('a number that is shown as a date beyond all calendars is refused with its row', async () => {
    const entries = unzipSync(await workbookOf([['時間'], ['2027-03-30 10:00:00']], { styles: ['dateTime'] }))
    const sheet = Buffer.from(entries['xl/worksheets/sheet1.xml'] as Uint8Array).toString()
    const file = zipSync({ ...entries, 'xl/worksheets/sheet1.xml': strToU8(sheet.replace(/<v>46\d+\.\d+<\/v>/, '<v>1e12</v>')) })
    expect(await answerOf(file)).toBe('400 M17 第 2 列的日期超出範圍，請修正後再試')
  })

  it('an honest workbook may have 5,000 rows of 20 columns below its headings', async () => {
    const line = (row: number) => Array.from({ length: 20 }, (_unused, column) => `第 ${row} 列第 ${column} 欄的內容`)
    const rows = await readTable('test', await workbookOf(Array.from({ length: 5001 }, (_unused, row) => line(row))), importRowsMax)
    expect([rows.length, rows[5000]]).toEqual([5001, line(5000)])
  })

  it('an honest workbook may have rows between that are empty, and further sheets of any size', async () => {
    const cell = (address: string) => `<c r="${address}"><v>1</v></c>`
    const entries = bookEntries({ sheet: `<row r="1">${cell('A1')}</row><row r="6000">${cell('A6000')}</row>` })
    const relations = Buffer.from(entries['xl/_rels/workbook.xml.rels'] as Uint8Array).toString()
    const further = relations.replace(/<Relationship (.*?)rId1(.*?)sheet1(.*?)\/>/, '$&<Relationship $1rId9$2sheet2$3/>')
    const file = zipSync({
      ...entries,
      'xl/_rels/workbook.xml.rels': strToU8(further),
      'xl/worksheets/sheet2.xml': strToU8(`<worksheet><sheetData><row r="20000">${cell('A20000')}</row></sheetData></worksheet>`),
    })
    const rows = await readTable('test', file, importRowsMax)
    expect([rows.length, rows[0], rows[5999]]).toEqual([6000, [1], [1]])
  })

  it('a workbook whose cells do not say where they are is read in their order', async () => {
    const value = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = `<row>${value('甲')}${value('乙')}</row><row r="3">${value('x')}<c><v>1</v></c><c r="AA3"><v>2</v></c><c/><c><v>3</v></c></row>`
    const rows = await readTable('test', zipSync(bookEntries({ sheet })), importRowsMax)
    expect(rows).toEqual([['甲', '乙'], [], ['x', 1, ...Array(24).fill(null), 2, null, 3]])
    const commented = zipSync(bookEntries({ sheet: `<!-- <row><c> -->${sheet}` }))
    expect(await answerOf(commented)).toBe('400 M17 檔案格式錯誤：儲存格沒有位址，請以試算表程式開啟後另存為 .xlsx 檔')
  })

  it('an honest workbook may have more rows where more are meant', async () => {
    const file = await workbookOf(Array.from({ length: 50_001 }, (_unused, row) => [row]))
    expect(await answerOf(file, 50_000)).toBe('50001 rows')
    expect(await answerOf(file)).toContain('一次最多匯入 5000 列')
  })
})

describe('a workbook from a stranger', () => {
  it.each(Object.entries(hostileWorkbooks))(
    'a workbook from a stranger with %s is refused, and says why',
    async (_name, { file, text }) => {
      const answer = await answerOf(file())
      expect(answer).toContain(`400 M17 ${text}`)
    },
  )

  it('a workbook from a stranger with a million shared texts is read or refused, and takes nothing of the server', async () => {
    const file = manySharedStrings(1_000_000)
    const before = process.memoryUsage().heapUsed
    expect(await answerOf(file)).toMatch(/^(2 rows|400 M17 )/)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024)
  })
})

describe('a file that cannot be read says why', () => {
  const row = (cells: string) => zipSync(bookEntries({ sheet: `<row r="1"><c r="A1"><v>1</v></c></row><row r="2">${cells}</row>` }))
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  const cells = {
    'an error value': [row('<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'), '第 2 列有錯誤值（如 #N/A、#REF!），請修正後再試'],
    'a formula that was never calculated': [row('<c r="A2"><f>1+1</f></c>'), '第 2 列的公式沒有計算結果，請以試算表程式開啟並存檔後再試'],
    'another document in a .zip': [
      zipSync({ 'word/document.xml': strToU8('<w/>') }),
      '檔案格式錯誤：此檔不是 .xlsx 活頁簿，請以試算表程式另存為 .xlsx 檔',
    ],
    'half a file': [row('').subarray(0, 700), '檔案格式錯誤：檔案不完整或已損壞，請重新下載或另存為 .xlsx 檔'],
    'a text that is not there': [row('<c r="A2" t="s"><v>99</v></c>'), '檔案格式錯誤：內容無法讀取，請以試算表程式開啟後另存為 .xlsx 檔'],
    'a .xls file, or a password': [compound, '檔案格式錯誤：此檔是舊的 .xls 檔或設有密碼，請取消密碼後另存為 .xlsx 檔'],
  } as const

  it.each(Object.entries(cells))('%s', async (_name, [file, text]) => {
    expect(await answerOf(file)).toBe(`400 M17 ${text}`)
  })

  it('the result of a formula is read, an empty one too', async () => {
    const file = row('<c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>""</f><v></v></c><c r="C2"><f>1+2</f><v>3</v></c>')
    expect(await readTable('test', file, importRowsMax)).toEqual([[1], [2, null, 3]])
  })
})
