import { describe, expect, it } from 'vitest'
import { amountOf, roundMoney } from '../../../../rules/money.ts'
import { performanceOf } from './performance.ts'

describe('performanceOf', () => {
  it('comes to the figures of example H', () => {
    const netPoints = 312_450 - 4120
    const costAmount = roundMoney(amountOf(netPoints, 1.05))
    expect(costAmount).toBe(323_747)
    expect(
      performanceOf({
        ...{ budgetPoints: 500_000, netPoints, redeemedPoints: 201_007 },
        ...{ salesAmount: 15_830_400, transactionCount: 8912, costAmount },
      }),
    ).toEqual({ budgetUsage: 61.67, redemptionRate: 65.19, salesPerCost: 48.9, averageTicket: 1776.3 })
  })

  it('says nothing where there is nothing to divide by', () => {
    const facts = { budgetPoints: null, netPoints: 0, redeemedPoints: 0, salesAmount: 0, transactionCount: 0, costAmount: 0 }
    expect(performanceOf(facts)).toEqual({ budgetUsage: null, redemptionRate: null, salesPerCost: null, averageTicket: null })
  })
})
