import { describe, expect, it } from 'vitest'
import { amountOf, taxOf } from '../../../rules/money.ts'
import { apFeeOf, discountedFee, dpProcFeeOf, yearlyDiscountOf } from './discount.ts'
import { type DiscountTier, tierProblems, tierRate, tierReached, unorderedTiers } from './tiers.ts'

const tiersOf = (...rows: readonly (readonly [number, number])[]): readonly DiscountTier[] =>
  rows.map(([conditionPoint, discountRate], index) => ({ conditionSeq: index + 1, conditionPoint, discountRate }))

const monthly = tiersOf([0, 0], [500_000, 3], [1_000_000, 5], [3_000_000, 8.5])
const alone = (points: number) => apFeeOf(points, 1.05, tierRate(monthly, points))

describe('tiers', () => {
  it('count by their threshold, whatever their order', () => {
    expect(tierRate(tiersOf([1000, 5], [0, 0], [500, 3]), 700)).toBe(3)
    expect(tierRate(tiersOf([100, 2]), 50)).toBe(0)
    expect(tierReached(tiersOf([100, 2]), 100)?.discountRate).toBe(2)
    expect(tierRate(monthly, -4000)).toBe(0)
  })

  it('tiers are refused with the same threshold twice', () => {
    expect(tierProblems(tiersOf([0, 0], [500, 3], [500, 5]))).toEqual({ 'tiers.2.conditionPoint': '門檻點數不可重複。' })
    expect(tierProblems(monthly)).toEqual({})
  })
})

describe('the monthly fee (example A and its borders)', () => {
  it('the monthly fee (example A and its borders) is discounted as a whole at the reached tier', () => {
    expect(alone(1_236_844)).toEqual({ rate: 5, gross: 1_298_686, discount: 64_934, fee: 1_233_752 })
    expect(taxOf(1_233_752, 5)).toBe(61_688)
    expect(alone(999_999).fee).toBe(1_018_499)
    expect(alone(1_000_000).fee).toBe(997_500)
  })

  it('takes the tier of a group from the sum of its members', () => {
    const rate = tierRate(monthly, 600_000 + 450_000)
    expect([600_000, 450_000].map((points) => apFeeOf(points, 1.05, rate).fee)).toEqual([598_500, 448_875])
    expect([600_000, 450_000].map((points) => alone(points).fee)).toEqual([611_100, 472_500])
  })

  it('credits returns at the last rate, half away from zero', () => {
    expect(discountedFee(amountOf(-4000, 1.05), 5)).toEqual({ rate: 5, gross: -4200, discount: -210, fee: -3990 })
    expect(taxOf(-3990, 5)).toBe(-200)
  })

  it('the monthly fee (example A and its borders) is a percentage of what was redeemed', () => {
    const fee = dpProcFeeOf(842_090, { dpUnitPrice: 1, dpProcFeeRate: 1.5 }, 0)
    expect(fee).toEqual({ rate: 0, gross: 12_631, discount: 0, fee: 12_631 })
    expect(taxOf(fee.fee, 5)).toBe(632)
  })
})

describe('the yearly discount (example B)', () => {
  it('gives a part of the year back', () => {
    expect(yearlyDiscountOf(14_220_123, 14_235_120, tiersOf([10_000_000, 1], [20_000_000, 2]), 5)).toEqual({
      ...{ rate: 1, discount: 142_201, tax: 7110, total: 149_311 },
    })
    expect(yearlyDiscountOf(145_429, 9_695_235, tiersOf([5_000_000, 5], [9_000_000, 12]), 5)).toEqual({
      ...{ rate: 12, discount: 17_451, tax: 873, total: 18_324 },
    })
  })
})

describe('unorderedTiers', () => {
  it('tells who approves what is hardly ever meant, and nothing of what is', () => {
    expect(unorderedTiers(tiersOf([0, 0], [100, 2], [500, 3]))).toEqual({})
    expect(unorderedTiers(tiersOf([100, 2], [0, 0])).tiers).toContain('未由小至大')
    expect(unorderedTiers(tiersOf([0, 5], [100, 2])).tiers).toContain('反而較低')
  })
})
