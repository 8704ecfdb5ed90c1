import { roundMoney } from '../../../../rules/money.ts'

/** What an activity gave and brought. Points whole, amounts whole NT$. */
export interface ActivityFacts {
  /** Null = without a limit. */
  readonly budgetPoints: number | null
  readonly netPoints: number
  readonly redeemedPoints: number
  readonly salesAmount: number
  readonly transactionCount: number
  readonly costAmount: number
}

/** Null where there is nothing to divide by. Percentages and NT$ with two decimals. */
export interface ActivityPerformance {
  readonly budgetUsage: number | null
  readonly redemptionRate: number | null
  readonly salesPerCost: number | null
  readonly averageTicket: number | null
}

/** 7.8: shares and averages, each rounded once from the sums. */
export function performanceOf(facts: ActivityFacts): ActivityPerformance {
  return {
    budgetUsage: facts.budgetPoints === null ? null : ratio(facts.netPoints * 100, facts.budgetPoints),
    redemptionRate: ratio(facts.redeemedPoints * 100, facts.netPoints),
    salesPerCost: ratio(facts.salesAmount, facts.costAmount),
    averageTicket: ratio(facts.salesAmount, facts.transactionCount),
  }
}

/** Two decimals, half away from zero. */
function ratio(value: number, of: number): number | null {
  if (of <= 0) return null
  return roundMoney({ numerator: BigInt(value) * 100n, denominator: BigInt(of) }) / 100
}
