import { amountOf, percentOf, roundMoney } from '../../../../rules/money.ts'

/** Points of one issuer in one month (domain 7.7). Each number is 0 or more, except for the two that say otherwise. */
export interface RemainderMoves {
  readonly openingPoints: number
  /** Includes points converted in. */
  readonly issuedPoints: number
  readonly returnedPoints: number
  readonly redeemedPoints: number
  readonly redeemReturnPoints: number
  readonly convertedPoints: number
  readonly expiredPoints: number
  /**
   * May be negative: debt repayments move remaining points from the issuer of the new points to the company where the debt arose. Adds up
   * to 0 over all issuers.
   */
  readonly repaidPoints: number
  /** May be negative. */
  readonly adjustedPoints: number
  readonly writeOffPoints: number
}

export function closingPoints(moves: RemainderMoves): number {
  return (
    moves.openingPoints +
    moves.issuedPoints -
    moves.returnedPoints -
    moves.redeemedPoints +
    moves.redeemReturnPoints -
    moves.convertedPoints -
    moves.expiredPoints +
    moves.repaidPoints +
    moves.adjustedPoints +
    moves.writeOffPoints
  )
}

/** Lots that expired within the last 36 months. */
export interface ExpiredLots {
  readonly lotCount: number
  readonly issuedPoints: number
  readonly expiredPoints: number
}

/** With fewer expired lots than this, the breakage rate of the issuer itself is not reliable. */
const lotsMin = 1000

/**
 * Breakage: the percentage of points that expire unspent, with two decimals. An issuer with too few lots gets the default.
 *
 * @param defaultRate percent, parameter BREAKAGE.DEFAULT_RATE
 */
export function breakageRate({ lotCount, issuedPoints, expiredPoints }: ExpiredLots, defaultRate: number): number {
  if (lotCount < lotsMin || issuedPoints === 0) return defaultRate
  return roundMoney({ numerator: BigInt(expiredPoints) * 10_000n, denominator: BigInt(issuedPoints) }) / 100
}

/**
 * Estimates what the remaining points may still cost, in whole NT$.
 *
 * @param parValue NT$ per point, parameter POINT.PAR_VALUE
 * @param rate percent of the points that will expire unspent
 */
export function liabilityOf(points: number, parValue: number, rate: number): number {
  return roundMoney(percentOf(amountOf(points, parValue), 100 - rate))
}
