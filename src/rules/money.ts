/** An exact amount of NT$, never computed with floats. `denominator` > 0. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

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
  let sum: Fraction = { numerator: 0n, denominator: 1n }
  for (const { numerator, denominator } of amounts) {
    // Denominators are powers of ten, so the larger one is a multiple of the other.
    const common = denominator > sum.denominator ? denominator : sum.denominator
    sum = {
      numerator: sum.numerator * (common / sum.denominator) + numerator * (common / denominator),
      denominator: common,
    }
  }
  return sum
}

/** R of domain 7: rounds half away from zero to whole NT$. */
export function roundMoney({ numerator, denominator }: Fraction): number {
  const isNegative = numerator < 0n
  const size = isNegative ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  // Adding 0 turns negative zero into 0.
  return Number(isNegative ? -rounded : rounded) + 0
}

/** Tax of an untaxed amount, in whole NT$, rounded once (domain 2.6, Money). @param percent TAX.RATE */
export function taxOf(untaxed: number, percent: number): number {
  return roundMoney(percentOf(wholeAmount(untaxed), percent))
}

/** The exact amount as decimal digits without trailing zeros: `1298686.2`. */
export function decimalText({ numerator, denominator }: Fraction): string {
  const digits = String(denominator).length - 1
  const size = numerator < 0n ? -numerator : numerator
  const whole = size / denominator
  const rest = String(size % denominator)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return `${numerator < 0n ? '-' : ''}${whole}${digits > 0 && rest !== '' ? `.${rest}` : ''}`
}
