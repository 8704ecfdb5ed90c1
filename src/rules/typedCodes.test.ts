import { describe, expect, it } from 'vitest'
import { readingsOf, readTypedCode } from './typedCodes.ts'

describe('readTypedCode', () => {
  it('reads full-width numbers and letters, and leaves blanks out', () => {
    expect(readTypedCode({ format: 'taxNumber' }, ' ０４５９ ５２５７\t')).toBe('04595257')
    expect(readTypedCode({ format: 'phone' }, '０２－１２３４５６７８＃１２')).toBe('02-12345678#12')
    expect(readTypedCode({ format: 'invoiceNumber' }, 'ＡＢ－１２３４５６７８\u3000')).toBe('AB-12345678')
    expect(readTypedCode({ format: 'zipCode' }, '100 001')).toBe('100001')
  })

  it('reads a mobile number with the hyphens of a name card', () => {
    for (const text of ['0912-345-678', '0912-345678', '0912 345 678']) expect(readTypedCode({ format: 'phone' }, text)).toBe('0912345678')
    expect(readTypedCode({ format: 'mobile' }, '0912-345-67')).toBe('0912-345-67')
  })

  it('leaves out what nobody sees, such as the signs of direction around a number from a list of contacts', () => {
    expect(readTypedCode({ format: 'mobile' }, '\u202d0912-345-678\u202c')).toBe('0912345678')
    expect(readTypedCode({ format: 'taxNumber' }, '0459\u200b5257\ufeff')).toBe('04595257')
    expect(readTypedCode({ format: 'email' }, 'a@example.com\u200b')).toBe('a@example.com')
    expect(readTypedCode({ format: 'https' }, '\u2060https://example.com/')).toBe('https://example.com/')
  })

  it('keeps a blank within an address, which is wrong and told so', () => {
    expect(readTypedCode({ format: 'email' }, ' ａ＠example.com ')).toBe('a@example.com')
    expect(readTypedCode({ format: 'email' }, 'a b@example.com')).toBe('a b@example.com')
    expect(readTypedCode({ format: 'https' }, ' https://example.com/ ')).toBe('https://example.com/')
  })

  it('reads the number of a card or an account as it stands there, and leaves a mask alone', () => {
    expect(readTypedCode({ 'x-mask': 'card' }, '８８００ 0000-0013 ')).toBe('880000000013')
    expect(readTypedCode({ 'x-mask': 'account' }, '012-345 678')).toBe('012345678')
    expect(readTypedCode({ 'x-mask': 'card' }, '8800 **** 0013')).toBe('8800 **** 0013')
    expect(readTypedCode({ 'x-mask': 'secret' }, ' a-b ')).toBe(' a-b ')
    expect(readTypedCode({ 'x-mask': 'name' }, '王 小明')).toBe('王 小明')
  })

  it('leaves names, texts and other formats as they are', () => {
    expect(readTypedCode({}, ' Ａ公司 ')).toBe(' Ａ公司 ')
    expect(readTypedCode({ format: 'html' }, '<p> １ </p>')).toBe('<p> １ </p>')
  })
})

describe('readingsOf', () => {
  it('finds a number as it is printed or typed, and names as they are', () => {
    expect(readingsOf('DG-00000002')).toEqual(['DG-00000002', 'DG00000002'])
    expect(readingsOf('ｄｇ－００００')).toEqual(['ｄｇ－００００', 'dg-0000', 'dg0000', 'DG0000'])
    expect(readingsOf('8801 0582-5989')).toEqual(['8801 0582-5989', '880105825989'])
    expect(readingsOf('C000101')).toEqual(['C000101'])
    for (const text of ['（示範）', '日日好 超市', '7-11 統一', 'a@b.tw']) expect(readingsOf(text)).toEqual([text])
  })
})
