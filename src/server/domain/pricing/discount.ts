import type { Fraction } from '../../../rules/fraction.ts'
import { amountOf, percentOf, roundMoney, taxOf, wholeAmount } from '../../../rules/money.ts'
import { type DiscountTier, tierRate } from './tiers.ts'

/** A fee with its tier discount. Amounts are whole NT$; `rate` is in percent. */
export interface DiscountedFee {
  readonly rate: number
  readonly gross: number
  readonly discount: number
  readonly fee: number
}

/** Rounds gross and discount once each; the fee is their difference (domain 7.1). */
export function discountedFee(gross: Fraction, rate: number): DiscountedFee {
  const [whole, discount] = [roundMoney(gross), roundMoney(percentOf(gross, rate))]
  return { rate, gross: whole, discount, fee: whole - discount }
}

/** 贈點費用 of net points at one price. `rate` belongs to the tier reached by the points of the company, or of its group. */
export function apFeeOf(points: number, apUnitPrice: number, rate: number): DiscountedFee {
  return discountedFee(amountOf(points, apUnitPrice), rate)
}

/** 兌點處理費 of net redeemed points; `dpProcFeeRate` in percent, two decimals; `rate` as in {@link apFeeOf}. */
export function dpProcFeeOf(
  points: number,
  terms: { readonly dpUnitPrice: number; readonly dpProcFeeRate: number },
  rate: number,
): DiscountedFee {
  return discountedFee(percentOf(amountOf(points, terms.dpUnitPrice), terms.dpProcFeeRate), rate)
}

/** Discount of a year. Amounts are whole NT$; `rate` is in percent. */
export interface YearlyDiscount {
  readonly rate: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

/**
 * 年度折扣 of a year's own fee (domain 7.3).
 *
 * @param tierBase points of the year, of the company or of its group
 * @param taxPercent parameter TAX.RATE
 */
export function yearlyDiscountOf(yearFee: number, tierBase: number, tiers: readonly DiscountTier[], taxPercent: number): YearlyDiscount {
  const rate = tierRate(tiers, tierBase)
  const discount = roundMoney(percentOf(wholeAmount(yearFee), rate))
  const tax = taxOf(discount, taxPercent)
  return { rate, discount, tax, total: discount + tax }
}
