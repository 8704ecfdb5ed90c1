import { describe, expect, it } from 'vitest'
import { decodeRecipients } from './recipientFile.ts'

const bytes = (...values: readonly number[]) => new Uint8Array(values).buffer

describe('a file of recipients', () => {
  it('is read as UTF-8, with its mark or without', () => {
    expect(decodeRecipients(new TextEncoder().encode('王小明,0912345678').buffer)).toBe('王小明,0912345678')
    expect(decodeRecipients(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
  })

  it('is read as Big5 when a spreadsheet saved it so', () => {
    expect(decodeRecipients(bytes(0xa4, 0xfd, 0xa4, 0x70, 0xa9, 0xfa, 0x2c))).toBe('王小明,')
  })

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4, 0, 1]],
    ['a picture', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10]],
  ])('that is %s is refused', (_name, values) => {
    expect(() => decodeRecipients(bytes(...values))).toThrow('檔案無法讀取，請存為 CSV 檔後再匯入。')
  })
})
