import { expect, it } from 'vitest'
import { sumText } from './workings.ts'

it.each([
  [[1_262_345, -27_001, 1500], '1,262,345 − 27,001 + 1,500'],
  [[740, -0, 0], '740 − 0 + 0'],
  [[-400, 0], '−400 + 0'],
  [[-0], '0'],
])('numbers %o are added up as %s', (values, text) => {
  expect(sumText(values)).toBe(text)
})
