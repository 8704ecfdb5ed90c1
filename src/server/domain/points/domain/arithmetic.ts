import { pointsMax } from '../../../../rules/numbers.ts'

/**
 * Integer arithmetic of the ledger. Products of two amounts pass 2^53, so they are taken as bigint; nothing here is ever a float.
 */
export function mulDivFloor(factor: number, numerator: number, denominator: number): number {
  return toInteger((BigInt(factor) * BigInt(numerator)) / positive(denominator))
}

/** Half up (四捨五入); all operands are at least 0. */
export function mulDivHalfUp(factor: number, numerator: number, denominator: number): number {
  const divisor = positive(denominator)
  return toInteger((2n * BigInt(factor) * BigInt(numerator) + divisor) / (2n * divisor))
}

/** A percent as people write it (150, 62.5) in whole hundredths of a percent; the digits beyond two do not exist in the data. */
function hundredthsOf(percent: number): number {
  return Math.round(percent * 100)
}

/** floor(points x percent / 100), exact. */
export function percentFloor(points: number, percent: number): number {
  return mulDivFloor(points, hundredthsOf(percent), 10_000)
}

/** @throws RangeError for what is no number of points that the ledger can carry */
export function assertPoints(points: number): void {
  if (!Number.isSafeInteger(points) || points < 1 || points > pointsMax) throw new RangeError(`not a number of points: ${points}`)
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function positive(denominator: number): bigint {
  if (!Number.isSafeInteger(denominator) || denominator <= 0) throw new RangeError(`not a divisor: ${denominator}`)
  return BigInt(denominator)
}

function toInteger(value: bigint): number {
  const result = Number(value)
  if (!Number.isSafeInteger(result) || result < 0) throw new RangeError(`outside the range of points: ${value}`)
  return result
}
