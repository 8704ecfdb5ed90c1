import { describe, expect, it } from 'vitest'
import { figureText } from './figures.ts'

describe('figureText', () => {
  it.each([
    [0.98, 'price', undefined, '0.9800'],
    [2.5, 'percent', 2, '2.50%'],
    [30, 'percent', undefined, '30.0%'],
    [1234567, 'points', undefined, '1,234,567'],
    [45, undefined, undefined, '45'],
  ])('shows %s as %s with the decimals of its field', (value, format, decimals, text) => {
    expect(figureText(value, format, decimals)).toBe(text)
  })
})
