import { describe, expect, it } from 'vitest'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'
import { readCsv } from './readCsv.mjs'

const rowsOf = (text: string, rowsMax = 10) => readCsv(new TextEncoder().encode(text), rowsMax)

describe('readCsv', () => {
  it('reads quotes, line ends of every kind, and keeps empty lines for their numbers', () => {
    expect(rowsOf('a,"b,""c""\r\nd"\r\n\r\ne,\nf')).toEqual([['a', 'b,"c"\r\nd'], [''], ['e', ''], ['f']])
  })

  it('takes the mark of UTF-8 away', () => {
    expect(rowsOf('\ufeff交易日')).toEqual([['交易日']])
  })

  it('reads Big5 where it is no UTF-8', () => {
    expect(readCsv(Buffer.from('a5e6a9f6a4e92c31', 'hex'), 10)).toEqual([['交易日', '1']])
  })

  it.each([
    ['a quote that never ends', 'a\n"b'],
    ['text behind a quote', 'a\n"b"c'],
    ['nothing', ''],
    ['a zero byte', 'a\u0000b'],
    ['more rows than may be', 'a\n1\n2\n3'],
    ['more columns than there are', ','.repeat(256)],
    ['lines that are all empty', '\n'.repeat(30)],
  ])('refuses %s', (_, text) => {
    expect(() => rowsOf(text, 2)).toThrow(TaskRefusal)
  })

  it('refuses what is no text in either encoding', () => {
    expect(() => readCsv(Buffer.from([0x25, 0xff, 0xfe, 0xff]), 10)).toThrow('編碼')
    // The beginning of a picture, which Big5 would take for letters.
    expect(() => readCsv(Buffer.from('89504e470d0a1a0a', 'hex'), 10)).toThrow('檔案格式錯誤')
  })

  it.each([
    ['a printed page', '%PDF-1.7\n1 0 obj', '檔案格式錯誤，請使用 .xlsx 或 .csv 檔'],
    ['a web page that a program named .xls', '\ufeff\n<html><table>', '檔案格式錯誤，請使用 .xlsx 或 .csv 檔'],
    ['columns between tabs', '編號\t名稱\n1\t甲', '欄位須以逗號分隔，此檔以 Tab 或分號分隔；請另存為 .xlsx 檔，或以逗號分隔的 .csv 檔'],
    ['columns between semicolons', '編號;名稱\n1;甲', '欄位須以逗號分隔，此檔以 Tab 或分號分隔；請另存為 .xlsx 檔，或以逗號分隔的 .csv 檔'],
    ['a quote that never ends, by its row', 'a\n"b"\n\n"c', '第 4 列的雙引號沒有成對，請修正後再試'],
  ])('says what to do about %s', (_, text, message) => {
    expect(() => rowsOf(text)).toThrow(message)
  })

  it('says what to do about UTF-16', () => {
    expect(() => readCsv(Buffer.from('\ufeff編號,名稱', 'utf16le'), 10)).toThrow('請另存為 UTF-8')
  })

  it.each([
    ['letters', 'a'.repeat(9_000_000), 9_000_000],
    ['quotes', '""'.repeat(4_500_000), 4_500_000],
  ])('reads a cell of nine megabytes of %s, and says where its quote does not end', (_, content, length) => {
    expect(rowsOf(`a\n"${content}"`)[1]?.[0]).toHaveLength(length)
    expect(() => rowsOf(`a\n"${content}`)).toThrow('第 2 列的雙引號沒有成對，請修正後再試')
  })

  it('reads a hostile line of quotes in no more time than its length', () => {
    expect(() => rowsOf(`${'"'.repeat(1_000_001)}x`, 2)).toThrow(TaskRefusal)
  })
})
