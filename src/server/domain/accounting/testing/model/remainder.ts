import { type Decimal, divided, minus, percent, rounded, smaller, times, total } from './decimal.ts'

/** Remainder points and activity figures, computed from domain 7.7 and 7.8 alone. */

/** Domain 7.7: R(closing × PAR_VALUE × (1 − b/100)). */
export function auditLiability(closing: Decimal, parValue: Decimal, breakage: Decimal): Decimal {
  return rounded(percent(times(closing, parValue), minus('100', breakage)))
}

/** The part of a consideration that is earned by the points redeemed to date, at most all of it. */
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

/** A percentage or an NT$ amount with two decimals. */
export function auditRatio(part: Decimal, whole: Decimal, scale: Decimal): Decimal {
  return divided(times(part, scale), whole, 2)
}
