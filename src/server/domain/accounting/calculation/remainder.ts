import { amountOf, percentOf, roundMoney } from '../../../../rules/money.ts'

/** Points of one issuer over a month, each 0 or more except where it says so (domain 7.7). */
export interface RemainderMoves {
  readonly openingPoints: number
  /** With points converted in. */
  readonly issuedPoints: number
  readonly returnedPoints: number
  readonly redeemedPoints: number
  readonly redeemReturnPoints: number
  readonly convertedPoints: number
  readonly expiredPoints: number
  /** Signed: from the issuer of new points to the company of the debt; sums to 0 over all issuers. */
  readonly repaidPoints: number
  /** Signed. */
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

/** Lots whose last day has passed, of the last 36 months. */
export interface ExpiredLots {
  readonly lotCount: number
  readonly issuedPoints: number
  readonly expiredPoints: number
}

/** Below this many lots a rate of one's own says nothing. */
const lotsMin = 1000

/** Percent of points that expire unspent, two decimals. @param defaultRate BREAKAGE.DEFAULT_RATE */
export function breakageRate({ lotCount, issuedPoints, expiredPoints }: ExpiredLots, defaultRate: number): number {
  if (lotCount < lotsMin || issuedPoints === 0) return defaultRate
  return roundMoney({ numerator: BigInt(expiredPoints) * 10_000n, denominator: BigInt(issuedPoints) }) / 100
}

/** What the points that are left may cost, in whole NT$. @param parValue POINT.PAR_VALUE @param rate percent that will expire */
export function liabilityOf(points: number, parValue: number, rate: number): number {
  return roundMoney(percentOf(amountOf(points, parValue), 100 - rate))
}
