import { roundMoney } from '../../../../rules/money.ts'

/** Totals of one activity: points it gave and sales it brought. Points and NT$ amounts are integers. */
export interface ActivityFacts {
  /** Null when the activity has no budget limit. */
  readonly budgetPoints: number | null
  readonly netPoints: number
  readonly redeemedPoints: number
  readonly salesAmount: number
  readonly transactionCount: number
  readonly costAmount: number
}

/** Ratios of an activity: percentages and NT$ with two decimals. A ratio is null when its divisor is 0. */
export interface ActivityPerformance {
  readonly budgetUsage: number | null
  readonly redemptionRate: number | null
  readonly salesPerCost: number | null
  readonly averageTicket: number | null
}

/** Computes the ratios and averages of domain 7.8. Each is computed from the sums and rounded once. */
export function performanceOf(facts: ActivityFacts): ActivityPerformance {
  return {
    budgetUsage: facts.budgetPoints === null ? null : ratio(facts.netPoints * 100, facts.budgetPoints),
    redemptionRate: ratio(facts.redeemedPoints * 100, facts.netPoints),
    salesPerCost: ratio(facts.salesAmount, facts.costAmount),
    averageTicket: ratio(facts.salesAmount, facts.transactionCount),
  }
}

/** Quotient with two decimals, half rounded away from zero; null when the divisor is not positive. */
function ratio(value: number, of: number): number | null {
  if (of <= 0) return null
  return roundMoney({ numerator: BigInt(value) * 100n, denominator: BigInt(of) }) / 100
}
