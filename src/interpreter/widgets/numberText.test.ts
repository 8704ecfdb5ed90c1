import { describe, expect, it } from 'vitest'
import { editText, parseNumberText, restText } from './numberText.ts'

describe('parseNumberText', () => {
  it.each([
    ['', undefined],
    ['12', 12],
    ['1,234,567', 1234567],
    ['１２．５', 12.5],
    [' -3 ', -3],
    ['.5', 0.5],
    ['1.', 1],
    ['1,23', '1,23'],
    ['1e5', '1e5'],
    ['abc', 'abc'],
    ['-', '-'],
  ])('reads %j as %j', (text, value) => {
    expect(parseNumberText(text)).toBe(value)
  })
})

describe('editText and restText', () => {
  it('never show an exponent and group at rest only', () => {
    expect(editText(0.0000001)).toBe('0.0000001')
    expect(editText(9999999999)).toBe('9999999999')
    expect(restText(9999999999)).toBe('9,999,999,999')
    expect(restText('12x')).toBe('12x')
    expect(restText(undefined)).toBe('')
  })
})
