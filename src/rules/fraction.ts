/** An exact number, never computed with floats. `denominator` > 0; it is a power of ten until something is divided. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export const zero: Fraction = { numerator: 0n, denominator: 1n }

/** Decimals of a number as people write it (0.1 has one), or null for one that is only written with an exponent. */
export function decimalsOf(value: number): number | null {
  if (!Number.isFinite(value)) return null
  const text = String(value)
  return text.includes('e') ? null : (text.split('.')[1]?.length ?? 0)
}

/** The number that people read, exactly: 0.1 is one tenth. Null for one that is only written with an exponent. */
export function fractionOf(value: number): Fraction | null {
  const decimals = decimalsOf(value)
  if (decimals === null) return null
  return { numerator: BigInt(String(value).replace('.', '')), denominator: 10n ** BigInt(decimals) }
}

export function plus(left: Fraction, right: Fraction): Fraction {
  const [large, small] = left.denominator >= right.denominator ? [left, right] : [right, left]
  // Powers of ten: the larger one is a multiple of the other, and the digits do not grow.
  const denominator = large.denominator % small.denominator === 0n ? large.denominator : large.denominator * small.denominator
  return {
    numerator: large.numerator * (denominator / large.denominator) + small.numerator * (denominator / small.denominator),
    denominator,
  }
}

export function negative({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator }
}

export function times(left: Fraction, right: Fraction): Fraction {
  return { numerator: left.numerator * right.numerator, denominator: left.denominator * right.denominator }
}

/** @returns null for a division by zero */
export function over(left: Fraction, right: Fraction): Fraction | null {
  if (right.numerator === 0n) return null
  const sign = right.numerator < 0n ? -1n : 1n
  return { numerator: sign * left.numerator * right.denominator, denominator: sign * left.denominator * right.numerator }
}

/** Negative, zero or positive, as for sorting. */
export function compareFractions(left: Fraction, right: Fraction): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Rounds half away from zero. The result counts units of the last decimal: 1.005 with two decimals is 101. */
export function unitsOf({ numerator, denominator }: Fraction, decimals: number): bigint {
  const isNegative = numerator < 0n
  const size = (isNegative ? -numerator : numerator) * 10n ** BigInt(decimals)
  const rounded = (2n * size + denominator) / (2n * denominator)
  return isNegative ? -rounded : rounded
}

/** The value with so many decimals at most, half away from zero. */
export function rounded(value: Fraction, decimals: number): Fraction {
  return { numerator: unitsOf(value, decimals), denominator: 10n ** BigInt(decimals) }
}

/** The exact number as decimal digits without trailing zeros: `1298686.2`. The denominator must be a power of ten. */
export function decimalText({ numerator, denominator }: Fraction): string {
  const digits = String(denominator).length - 1
  const size = numerator < 0n ? -numerator : numerator
  const whole = size / denominator
  const rest = String(size % denominator)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return `${numerator < 0n ? '-' : ''}${whole}${digits > 0 && rest !== '' ? `.${rest}` : ''}`
}
