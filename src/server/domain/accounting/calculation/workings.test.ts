import { expect, it } from 'vitest'
import { percentOf, wholeAmount } from '../../../../rules/money.ts'
import type { StatementLine } from './entryGroup.ts'
import { exactText, pricesText, sumText } from './workings.ts'

it.each([
  [[1_262_345, -27_001, 1500], '1,262,345 − 27,001 + 1,500'],
  [[740, -0, 0], '740 − 0 + 0'],
  [[-400, 0], '−400 + 0'],
  [[-0], '0'],
])('numbers %o are added up as %s', (values, text) => {
  expect(sumText(values)).toBe(text)
})

it('subtracts points that were given back from those at other prices', () => {
  const line = (points: number, unitPrice: number) => ({ item: 'apIssued', points, unitPrice, dpProcFeeRate: 0 }) as StatementLine
  expect(pricesText([line(23_099, 0.95), line(-1360, 1.05)], ['apIssued'])).toBe('23,099 × 0.9500 − 1,360 × 1.0500')
  expect(pricesText([line(-36, 1)], ['apIssued'])).toBe('−36 × 1.0000')
  expect(pricesText([line(36, 1)], ['writeOff'])).toBe('0')
})

it('an exact amount below zero has the sign of the other numbers of its line', () => {
  expect([-140, -3.5, 1_298_686].map((value) => exactText(percentOf(wholeAmount(value * 10), 10)))).toEqual(['−140', '−3.5', '1,298,686'])
})
