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

  it('reads a hostile line of quotes in no more time than its length', () => {
    expect(() => rowsOf(`${'"'.repeat(1_000_001)}x`, 2)).toThrow(TaskRefusal)
  })
})
