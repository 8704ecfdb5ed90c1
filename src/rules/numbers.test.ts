import { describe, expect, it } from 'vitest'
import { decimalPlacesText, hasDecimalPlaces, isWhole, parseNumberText, roundHalfUp } from './numbers.ts'

describe('decimal places', () => {
  it.each([
    [0, 1, true],
    [0.1, 1, true],
    [99.9, 1, true],
    [0.15, 1, false],
    [0.15, 2, true],
    [1.00001, 5, true],
    [1e-7, 5, false],
    [1e21, 1, true],
    [-0.25, 1, false],
    [Number.NaN, 1, false],
    [Number.POSITIVE_INFINITY, 1, false],
  ] as const)('%d with at most %d decimals: %s', (value, places, expected) => expect(hasDecimalPlaces(value, places)).toBe(expected))

  it('names the number of decimals', () => expect(decimalPlacesText(1)).toBe('最多1位小數'))
})

it.each([
  [1, true],
  [-5, true],
  [9_999_999_999, true],
  [1.5, false],
  [2 ** 53, false],
  ['1', false],
])('%s is whole: %s', (value, expected) => expect(isWhole(value)).toBe(expected))

it.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [0.04, 1, 0],
  [123.456, 1, 123.5],
])('%d rounded at %d decimals is %d', (value, places, expected) => expect(roundHalfUp(value, places)).toBe(expected))

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
