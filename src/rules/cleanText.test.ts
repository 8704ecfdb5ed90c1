import { describe, expect, it } from 'vitest'
import { asLines, asOneLine, withoutUnseen } from './cleanText.ts'

describe('a text of one line', () => {
  it.each([
    ['a cell with lines', '臺北市中正區\r\n重慶南路一段', '臺北市中正區 重慶南路一段'],
    ['cells of a sheet', '禾光\t青田\n', '禾光 青田'],
    ['a soft line end of a word processor', '第一行\v第二行', '第一行 第二行'],
    ['separators of Unicode', '甲\u2028乙\u2029丙\u0085丁', '甲 乙 丙 丁'],
    ['empty lines and blanks around them', '甲 \n \n  乙', '甲 乙'],
    ['only line ends', '\r\n\n', ''],
  ])('joins %s', (_name, text, expected) => expect(asOneLine(text)).toBe(expected))

  it('a text of one line stays as it was typed otherwise', () => {
    expect(asOneLine('  兩個  空白，全形　空白 ')).toBe('  兩個  空白，全形　空白 ')
  })

  it('a text of one line is cleaned in linear time', () => {
    const begun = performance.now()
    for (const text of [' '.repeat(500_000), '\n '.repeat(250_000), '\u200b'.repeat(500_000)]) asOneLine(`甲${text}乙`)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

describe('what nobody sees', () => {
  it.each([
    ['a zero-width blank', '林\u200b小美', '林小美'],
    ['a mark of byte order', '\ufeff禾光', '禾光'],
    ['a soft hyphen', 'loy\u00adalty', 'loyalty'],
    ['a word joiner', '禾\u2060光', '禾光'],
    ['an override of direction', '報表\u202efdp.exe', '報表fdp.exe'],
    ['an isolate of direction', '\u2067王大明\u2069', '王大明'],
    ['a mark of direction, as copied from the contacts of a telephone', '\u202a0912345678\u202c', '0912345678'],
    ['a filler', '\u3164', ''],
    ['a control character', '王\u0007大\u001b明\u009f', '王大明'],
    ['a joiner between characters that are not joined', '林\u200d小\u200c美', '林小美'],
    ['tags', '禾光\u{e0041}\u{e007f}', '禾光'],
  ])('what nobody sees is taken out: %s', (_name, text, expected) => expect(withoutUnseen(text)).toBe(expected))

  it.each([
    ['a family of emoji', '👨‍👩‍👧'],
    ['a coloured emoji', '❤️ 👍🏽 🏳️‍🌈'],
    ['a glyph that a name is written with', '葛\u{e0100}飾、神\ufe00'],
    ['letters that are joined', 'می\u200cخواهم', 'क्\u200dष'],
  ])('what nobody sees stays where it shapes what is seen: %s', (_name, ...texts) => {
    for (const text of texts) expect(withoutUnseen(text)).toBe(text)
  })
})

it('a text of several lines keeps its lines, and gets usual line ends', () => {
  expect(asLines('第一段\r\n\n  第二段\t欄\u202e\v第三段')).toBe('第一段\r\n\n  第二段\t欄\n第三段')
})
