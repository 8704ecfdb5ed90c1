import { message } from '../../../rules/messages.ts'
import type { OutOfLimits } from '../../../rules/outOfLimits.ts'
import { duplicateTier } from '../../../rules/tiers.ts'

/** A stored row of the tier editor. */
export interface DiscountTier {
  readonly conditionSeq: number
  /** The rate applies from this number of points on. */
  readonly conditionPoint: number
  /** Percent off, 0 to 100, one decimal. */
  readonly discountRate: number
}

/**
 * The tier that a number of points reaches: the one with the largest threshold that is not above it, in any order of rows. Its rate applies
 * to the whole amount (domain 7).
 *
 * @param points may be negative (more returned than issued); then no tier is reached
 */
export function tierReached(tiers: readonly DiscountTier[], points: number): DiscountTier | undefined {
  const reached = tiers.filter((tier) => tier.conditionPoint <= points)
  return reached.reduce<DiscountTier | undefined>(
    (best, tier) => (best && best.conditionPoint > tier.conditionPoint ? best : tier),
    undefined,
  )
}

/** TIER of domain 7: percent of the tier reached, 0 when none is. */
export function tierRate(tiers: readonly DiscountTier[], points: number): number {
  return tierReached(tiers, points)?.discountRate ?? 0
}

/** A row of the tier editor that meets the rules of its document. */
export type GivenTier = Omit<DiscountTier, 'conditionSeq'>

/** Rows to store, numbered from 1. */
export function numberedTiers(tiers: readonly GivenTier[]): readonly DiscountTier[] {
  return tiers.map((tier, index) => ({ ...tier, conditionSeq: index + 1 }))
}

/** Warns about tiers in which more points give a lower rate. They are allowed, but hardly ever meant, so the approver is told. */
export function unorderedTiers(tiers: unknown): OutOfLimits {
  const rows = (Array.isArray(tiers) ? tiers : []) as readonly DiscountTier[]
  const isOrdered = rows.every((tier, index) => index === 0 || tier.conditionPoint > (rows[index - 1]?.conditionPoint ?? 0))
  if (!isOrdered) return { tiers: '級距未由小至大排列，結算以點數達到的最大級距為準。' }
  const isFalling = rows.some((tier, index) => tier.discountRate < (rows[index - 1]?.discountRate ?? 0))
  return isFalling ? { tiers: '點數較多的級距，折扣率反而較低。' } : {}
}

/** Texts of M20 by field when two rows have the same threshold. */
export function tierProblems(tiers: readonly DiscountTier[]): Readonly<Record<string, string>> {
  const index = duplicateTier(tiers)
  return index === null ? {} : { [`tiers.${index}.conditionPoint`]: message('M20') }
}
