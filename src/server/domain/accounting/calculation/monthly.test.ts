import { describe, expect, it } from 'vitest'
import { txnKind } from '../../../../rules/codes.generated.ts'
import type { DiscountTier } from '../../pricing/public.ts'
import type { EntryGroup } from './entryGroup.ts'
import { type MonthFacts, monthlyStatement } from './monthly.ts'

const tiersOf = (...rows: readonly (readonly [number, number])[]): readonly DiscountTier[] =>
  rows.map(([conditionPoint, discountRate], index) => ({ conditionSeq: index + 1, conditionPoint, discountRate }))

const tiers = tiersOf([0, 0], [500_000, 3], [1_000_000, 5], [3_000_000, 8.5])

const group = (values: Partial<EntryGroup> & Pick<EntryGroup, 'accountClass' | 'kind' | 'points'>): EntryGroup => ({
  ...{ component: null, unitPrice: values.accountClass === 'DEDUCT' ? 1 : 1.05, entryCount: 1 },
  dpProcFeeRate: values.accountClass === 'DEDUCT' ? 1.5 : 0,
  ...values,
})

const issued = (points: number, unitPrice = 1.05) =>
  group({ accountClass: 'AWARD', kind: txnKind.issue, component: 'BASE', points: -points, unitPrice })
const returned = (points: number) => group({ accountClass: 'AWARD', kind: txnKind.issueReturn, points })

const month = (groups: readonly EntryGroup[], terms: Partial<MonthFacts> = {}) =>
  monthlyStatement({
    ...{ groups, apDiscount: { tiers, groupPoints: null }, dpDiscount: null, lastDiscountRate: 0 },
    ...{ coupons: [], taxPercent: 5, otherAmount: 0 },
    ...terms,
  }).amounts

describe('monthlyStatement', () => {
  it('bills example A to the dollar', () => {
    const amounts = month(
      [
        issued(1_262_345),
        returned(27_001),
        group({ accountClass: 'AWARD', kind: txnKind.adjustAdd, points: -1500 }),
        group({ accountClass: 'DEDUCT', kind: txnKind.redeem, points: 845_210 }),
        group({ accountClass: 'DEDUCT', kind: txnKind.redeemReturn, points: -3120 }),
      ],
      { coupons: [{ settlePrice: 95, couponCount: 320 }] },
    )
    expect(amounts).toEqual({
      ...{ issuedPoints: 1_262_345, returnedPoints: 27_001, adjustedPoints: 1500, netApPoints: 1_236_844 },
      ...{ prepaidUsedPoints: 0, tierBasePoints: 1_236_844, discountRate: 5 },
      ...{ apGrossAmount: 1_298_686, apDiscountAmount: 64_934, apFee: 1_233_752, apTax: 61_688 },
      ...{ writeOffPoints: 0, writeOffAmount: 0, convInPoints: 0, convInAmount: 0 },
      ...{ redeemedPoints: 845_210, redeemReturnPoints: 3120, dpAdjustedPoints: 0, netDpPoints: 842_090, dpAmount: 842_090 },
      ...{ dpTierBasePoints: 842_090, dpDiscountRate: 0, dpGrossFee: 12_631, dpDiscountAmount: 0, dpProcFee: 12_631, dpProcTax: 632 },
      ...{ couponUsedCount: 320, couponSettleAmount: 30_400, convOutPoints: 0, convOutAmount: 0 },
      ...{ receivableAmount: 1_308_703, payableAmount: 872_490, otherAmount: 0, netAmount: 436_213 },
    })
  })

  it('takes the whole amount at the reached tier', () => {
    expect(month([issued(999_999)])).toMatchObject({ discountRate: 3, apFee: 1_018_499 })
    expect(month([issued(1_000_000)])).toMatchObject({ discountRate: 5, apFee: 997_500 })
  })

  it('takes the tier of the sum over a group that is added up', () => {
    const combined = { apDiscount: { tiers, groupPoints: 1_050_000 } }
    expect([600_000, 450_000].map((points) => month([issued(points)], combined).apFee)).toEqual([598_500, 448_875])
    expect([600_000, 450_000].map((points) => month([issued(points)]).apFee)).toEqual([611_100, 472_500])
  })

  it('credits more returned than issued at the last rate', () => {
    const amounts = month([issued(1000), returned(5000)], { lastDiscountRate: 5 })
    expect(amounts).toMatchObject({ netApPoints: -4000, apGrossAmount: -4200, apDiscountAmount: -210, apFee: -3990, apTax: -200 })
  })

  it('takes tiers in any order, and none below the first threshold', () => {
    const apDiscount = { tiers: tiersOf([1000, 5], [0, 0], [500, 3]), groupPoints: null }
    expect(month([issued(700)], { apDiscount }).discountRate).toBe(3)
    expect(month([issued(50)], { apDiscount: { tiers: tiersOf([100, 2]), groupPoints: null } }).discountRate).toBe(0)
  })

  it('rounds once over several prices of a month', () => {
    // 3 × 0.5 + 3 × 0.55 = 3.15. Rounding each product first would give 4.
    expect(month([issued(3, 0.5), issued(3, 0.55)], { apDiscount: null }).apGrossAmount).toBe(3)
  })

  it('shows prepaid points and bills them not, whatever was bought into the stock', () => {
    const prepaid = [
      group({ accountClass: 'PREPAID', kind: txnKind.issue, points: -300 }),
      group({ accountClass: 'PREPAID', kind: txnKind.issueReturn, points: 20 }),
      group({ accountClass: 'PREPAID', kind: txnKind.centerSale, points: 10_000 }),
    ]
    expect(month(prepaid)).toMatchObject({ prepaidUsedPoints: 280, netApPoints: 0, apFee: 0, receivableAmount: 0 })
  })

  it('bills write-offs and conversions in with the award invoice, and pays conversions out', () => {
    const amounts = month([
      group({ accountClass: 'WRITEOFF', kind: txnKind.writeOff, points: -101 }),
      group({ accountClass: 'CONVIN', kind: txnKind.convertIn, points: -1000, unitPrice: 0.98 }),
      group({ accountClass: 'CONVOUT', kind: txnKind.convertOut, points: 500, unitPrice: 0.95 }),
    ])
    // 106.05 and 980. The tax of 1,086 is 54.3.
    expect(amounts).toMatchObject({ writeOffAmount: 106, convInAmount: 980, apTax: 54, convOutAmount: 475, netAmount: 1140 - 475 })
  })

  it('discounts the processing fee by its own tiers', () => {
    const redeemed = [group({ accountClass: 'DEDUCT', kind: txnKind.redeem, points: 100_000 })]
    const dpDiscount = { tiers: tiersOf([50_000, 10]), groupPoints: null }
    expect(month(redeemed, { dpDiscount })).toMatchObject({ dpGrossFee: 1500, dpDiscountAmount: 150, dpProcFee: 1350, dpProcTax: 68 })
  })

  it('sets off what a year gave back', () => {
    expect(month([issued(1000)], { otherAmount: -149_311 }).netAmount).toBe(1050 + 53 - 149_311)
  })
})
