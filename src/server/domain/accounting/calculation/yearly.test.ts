import { describe, expect, it } from 'vitest'
import type { DiscountTier } from '../../pricing/public.ts'
import { yearlyDiscountOf } from '../../pricing/public.ts'
import { monthlyStatement } from './monthly.ts'
import { type OpenInvoice, spreadAllowance } from './yearly.ts'

const tiersOf = (...rows: readonly (readonly [number, number])[]): readonly DiscountTier[] =>
  rows.map(([conditionPoint, discountRate], index) => ({ conditionSeq: index + 1, conditionPoint, discountRate }))

const monthlyTiers = tiersOf([0, 0], [500_000, 3], [1_000_000, 5], [3_000_000, 8.5])
// Net points of the months of example B in domain 7.
const netAp = [
  ...[1_236_844, 1_010_200, 1_150_020, 980_450, 1_203_310, 1_180_005],
  ...[1_225_560, 1_190_870, 1_099_990, 1_310_400, 1_345_021, 1_302_450],
]
const netDp = [842_090, 700_120, 765_400, 690_880, 810_230, 799_640, 812_005, 780_330, 744_120, 901_450, 930_770, 918_200]

const year = netAp.map((ap, index) => {
  const { amounts } = monthlyStatement({
    groups: [
      { accountClass: 'AWARD', kind: '10', component: 'BASE', unitPrice: 1.05, dpProcFeeRate: 0, points: -ap, entryCount: 1 },
      { accountClass: 'DEDUCT', kind: '20', component: null, unitPrice: 1, dpProcFeeRate: 1.5, points: netDp[index] ?? 0, entryCount: 1 },
    ],
    ...{ apDiscount: { tiers: monthlyTiers, groupPoints: null }, dpDiscount: null, lastDiscountRate: 0 },
    ...{ coupons: [], taxPercent: 5, otherAmount: 0 },
  })
  return amounts
})

const invoicesOf = (fee: 'apFee' | 'dpProcFee', tax: 'apTax' | 'dpProcTax'): readonly OpenInvoice[] =>
  year.map((amounts, index) => ({
    invoiceNo: `AB${String(10_000_000 + index)}`,
    invoiceDate: `2025-${String(index + 1).padStart(2, '0')}-28`,
    remainingAmount: amounts[fee],
    remainingTax: amounts[tax],
  }))
const december = 'AB10000011'
const november = 'AB10000010'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('spreadAllowance', () => {
  it('credits the award fee of example B on the December invoice', () => {
    expect([sum(year.map((month) => month.netApPoints)), sum(year.map((month) => month.apFee))]).toEqual([14_235_120, 14_220_123])
    const { discount, tax } = yearlyDiscountOf(14_220_123, 14_235_120, tiersOf([10_000_000, 1], [20_000_000, 2]), 5)
    const invoices = invoicesOf('apFee', 'apTax')
    expect(invoices.at(-1)?.remainingAmount).toBe(1_299_194)
    expect(spreadAllowance(invoices, discount, tax, 5)).toEqual({
      parts: [{ invoiceNo: december, salesAmount: 142_201, taxAmount: 7110 }],
      rest: 0,
    })
  })

  it('goes on to the November invoice with the processing fee of example B', () => {
    expect(sum(year.map((month) => month.dpProcFee))).toBe(145_429)
    const { discount, tax } = yearlyDiscountOf(145_429, 9_695_235, tiersOf([5_000_000, 5], [9_000_000, 12]), 5)
    expect(spreadAllowance(invoicesOf('dpProcFee', 'dpProcTax'), discount, tax, 5)).toEqual({
      parts: [
        { invoiceNo: december, salesAmount: 13_773, taxAmount: 689 },
        { invoiceNo: november, salesAmount: 3678, taxAmount: 184 },
      ],
      rest: 0,
    })
  })

  it('never credits more than what is left, and tells the rest', () => {
    const invoices = [
      { invoiceNo: 'AB00000001', invoiceDate: '2025-01-31', remainingAmount: 100, remainingTax: 5 },
      { invoiceNo: 'AB00000002', invoiceDate: '2025-02-28', remainingAmount: 0, remainingTax: 0 },
    ]
    expect(spreadAllowance(invoices, 150, 8, 5)).toEqual({
      parts: [{ invoiceNo: 'AB00000001', salesAmount: 100, taxAmount: 5 }],
      rest: 50,
    })
    expect(spreadAllowance(invoices, 0, 0, 5)).toEqual({ parts: [], rest: 0 })
  })
})
