import { type DiscountTier, tierRate } from './tiers.ts'

/** Hundredths of a percent. */
const percentScale = 10_000n

/**
 * R of domain 7: rounds half away from zero to whole NT$.
 *
 * @param amount numerator and denominator of the exact amount; denominator > 0
 */
export function roundMoney({ numerator, denominator }: Fraction): number {
  const isNegative = numerator < 0n
  const size = isNegative ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(isNegative ? -rounded : rounded) + 0
}

/** An exact amount of NT$; never a float in between. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** points x price. `unitPrice` has at most four decimals. */
export function amountOf(points: number, unitPrice: number): Fraction {
  return { numerator: BigInt(points) * BigInt(Math.round(unitPrice * 10_000)), denominator: 10_000n }
}

/** A percent of an amount; `percent` has at most two decimals. */
export function percentOf({ numerator, denominator }: Fraction, percent: number): Fraction {
  return { numerator: numerator * BigInt(Math.round(percent * 100)), denominator: denominator * percentScale }
}

const taxPercent = 5

/** 5% of an amount in whole NT$, rounded once (domain 2.6, Money). */
export function taxOf(untaxed: number): number {
  return roundMoney(percentOf({ numerator: BigInt(untaxed), denominator: 1n }, taxPercent))
}

/** What a fee comes to at a tier; all in whole NT$, `rate` in percent. */
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

/** 贈點費用 of net points at one price; `rate` of the tier that the company's points, or the sum over its group, reach. */
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

/** 年度折扣 of a year's own fee (domain 7.3). @param tierBase the year's points, or their sum over the group */
export function yearlyDiscountOf(
  yearFee: number,
  tierBase: number,
  tiers: readonly DiscountTier[],
): { readonly rate: number; readonly discount: number; readonly tax: number; readonly total: number } {
  const rate = tierRate(tiers, tierBase)
  const exact = percentOf({ numerator: BigInt(yearFee), denominator: 1n }, rate)
  const discount = roundMoney(exact)
  const tax = taxOf(discount)
  return { rate, discount, tax, total: discount + tax }
}
