import { describe, expect, it } from 'vitest'
import { isFiniteInput, isSafeInput, jsonDepthMax, jsonKeysMax, jsonValuesMax, objectKeysMax, parseJsonBody } from './unsafeInput.ts'

describe('parseJsonBody', () => {
  it('accepts the deepest allowed body and refuses one level more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(parseJsonBody(nested(jsonDepthMax))).toBeTruthy()
    expect(() => parseJsonBody(nested(jsonDepthMax + 1))).toThrow('資料結構過深')
  })

  it('parseJsonBody does not count brackets and colons inside strings', () => {
    const text = `${'[{:'.repeat(100)}\\"]`
    expect(parseJsonBody(JSON.stringify({ text }))).toEqual({ text })
  })

  it('refuses more keys than any form has', () => {
    const object = (keys: number) => `{${Array.from({ length: keys }, (_, index) => `"k${index}":1`).join(',')}}`
    const rows = (count: number) => `[${Array.from({ length: count }, () => object(10)).join(',')}]`
    expect(Object.keys(parseJsonBody(object(objectKeysMax)) as object)).toHaveLength(objectKeysMax)
    expect(() => parseJsonBody(object(objectKeysMax + 1))).toThrow('欄位過多')
    expect(parseJsonBody(rows(jsonKeysMax / 10))).toHaveLength(jsonKeysMax / 10)
    expect(() => parseJsonBody(rows(jsonKeysMax / 10 + 1))).toThrow('欄位過多')
  })

  it('refuses more values than any file of rows has, however small each is', () => {
    expect(parseJsonBody(`[${'[],'.repeat(jsonValuesMax)}[]]`)).toHaveLength(jsonValuesMax + 1)
    expect(() => parseJsonBody(`[${'[],'.repeat(jsonValuesMax + 1)}[]]`)).toThrow('資料結構過深')
  })

  it('refuses what is no JSON', () => {
    expect(() => parseJsonBody('{a:1}')).toThrow('JSON 格式錯誤')
  })

  it('refuses a key that stands twice in one object, however it is written, and no other repetition', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":1}', '[{"x":{"a":1,"b":2,"a":3}}]']) {
      expect(() => parseJsonBody(text), text).toThrow('欄位重複')
    }
    expect(parseJsonBody('{"a":":","b":{"a":1},"c":[{"a":1},{"a":1}]}')).toEqual({ a: ':', b: { a: 1 }, c: [{ a: 1 }, { a: 1 }] })
  })
})

describe('isSafeInput', () => {
  it('accepts ordinary values, emoji included', () => {
    expect(isSafeInput({ name: '日日好😀', rows: [{ count: 1, none: null, on: true }] })).toBe(true)
  })

  it.each([['__proto__'], ['constructor'], ['prototype']])('refuses the key %s at any depth', (key) => {
    expect(isSafeInput(JSON.parse(`{"rows":[{"${key}":1}]}`))).toBe(false)
  })

  it('refuses characters that XML lacks and half of a surrogate pair, in values and keys', () => {
    expect(isSafeInput({ a: 'x\u0000' })).toBe(false)
    expect(isSafeInput({ a: 'x\u001b' })).toBe(false)
    expect(isSafeInput(['\ud83d'])).toBe(false)
    expect(isSafeInput({ '\u0000': 1 })).toBe(false)
  })
})

describe('isFiniteInput', () => {
  it('refuses a number beyond all bounds at any depth', () => {
    expect(isFiniteInput(JSON.parse('{"rows":[{"count":1e308,"text":"1e999","none":null}]}'))).toBe(true)
    expect(isFiniteInput(JSON.parse('{"rows":[{"count":-1e999}]}'))).toBe(false)
  })
})
