import { describe, expect, it } from 'vitest'
import { readTyped, typedLengthMax } from './typedText.ts'

describe('a typed text', () => {
  it.each([
    ['０９１２３４５６７８', '0912345678'],
    ['0912-345-678', '0912345678'],
    [' 0912 345 678 9', '0912345678'],
    ['（０２）', '02'],
    ['abc', 'abc'],
  ])('a typed text of digits: %s is %s', (text, meant) => {
    expect(readTyped(text, { inputMode: 'tel', maxLength: 10 })).toBe(meant)
  })

  it('a typed text that is an address or a serial is half-width; any other one stays as it is', () => {
    expect(readTyped('ａ＠ｂ．ｔｗ', { type: 'email', maxLength: 100 })).toBe('a@b.tw')
    expect(readTyped('ＤＥＭ０　８', { isHalfWidth: true })).toBe('DEM0 8')
    expect(readTyped('１０１大樓－Ａ', {})).toBe('１０１大樓－Ａ')
  })

  it('a typed text loses what nobody sees, but a password stays as it is', () => {
    expect(readTyped('\u202d0912-345-678\u202c', { inputMode: 'tel', maxLength: 10 })).toBe('0912345678')
    expect(readTyped('王\u200b小明', {})).toBe('王小明')
    expect(readTyped('a\u200bb ', { type: 'password' })).toBe('a\u200bb ')
  })

  it('a typed text of digits is cut here and not by the browser, which would count the strokes', () => {
    expect([typedLengthMax({ inputMode: 'tel', maxLength: 10 }), typedLengthMax({ type: 'email', maxLength: 100 })]).toEqual([
      undefined,
      100,
    ])
  })
})
