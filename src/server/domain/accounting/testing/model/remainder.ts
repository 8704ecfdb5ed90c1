import { type Decimal, divided, minus, percent, rounded, smaller, times, total } from './decimal.ts'

/** Remaining points and activities, by the document alone (domain 7.7, 7.8). */

/** R(closing × PAR_VALUE × (1 − b/100)) */
export function auditLiability(closing: Decimal, parValue: Decimal, breakage: Decimal): Decimal {
  return rounded(percent(times(closing, parValue), minus('100', breakage)))
}

/** What of a consideration is earned by the points redeemed to date, at most all of it. */
export function auditRecognised(
  consideration: Decimal,
  points: { readonly redeemed: Decimal; readonly issued: Decimal },
  breakage: Decimal,
): Decimal {
  const expected = percent(points.issued, minus('100', breakage))
  return smaller(consideration, divided(times(consideration, points.redeemed), expected, 0))
}

export interface AuditedMoves {
  readonly plus: readonly Decimal[]
  readonly minus: readonly Decimal[]
}

export function auditClosing(moves: AuditedMoves): Decimal {
  return minus(total(moves.plus), total(moves.minus))
}

/** Percent or NT$ with two decimals. */
export function auditRatio(part: Decimal, whole: Decimal, scale: Decimal): Decimal {
  return divided(times(part, scale), whole, 2)
}
