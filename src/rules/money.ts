import { type Fraction, plus, unitsOf, zero } from './fraction.ts'

/** Prices have at most four decimals, percentages at most two. */
const priceScale = 10_000
const percentScale = 100

/** Whole NT$ as an exact amount. */
export function wholeAmount(amount: number): Fraction {
  return { numerator: BigInt(amount), denominator: 1n }
}

/** points x price. `unitPrice` has at most four decimals. */
export function amountOf(points: number, unitPrice: number): Fraction {
  return { numerator: BigInt(points) * BigInt(Math.round(unitPrice * priceScale)), denominator: BigInt(priceScale) }
}

/** `percent` percent of an amount, with at most two decimals. */
export function percentOf({ numerator, denominator }: Fraction, percent: number): Fraction {
  return { numerator: numerator * BigInt(Math.round(percent * percentScale)), denominator: denominator * 100n * BigInt(percentScale) }
}

export function sumOf(amounts: Iterable<Fraction>): Fraction {
  let sum = zero
  for (const amount of amounts) sum = plus(sum, amount)
  return sum
}

/** R of domain 7: rounds half away from zero to whole NT$. */
export function roundMoney(amount: Fraction): number {
  return Number(unitsOf(amount, 0))
}

/** Tax of an untaxed amount, in whole NT$, rounded once (domain 2.6, Money). @param percent TAX.RATE */
export function taxOf(untaxed: number, percent: number): number {
  return roundMoney(percentOf(wholeAmount(untaxed), percent))
}
