import { describe, expect, it } from 'vitest'
import type { SaleRule } from '../points/domain/saleRule.ts'
import { saleRuleText } from './saleRuleText.ts'

const rule: SaleRule = {
  reward: { kind: 'perSpend', spendAmount: 100, rewardPoints: 1, rounding: 'floor', excludePointPart: true, minSpend: 0, maxPoints: null },
  pointPart: 0,
  extra: null,
  extraRoom: null,
  activities: [],
  expiry: { rule: '1' },
  effectiveDelayDays: 0,
}

describe('the rule of a sale', () => {
  it('tells what the sale had, and nothing of what it had not', () => {
    expect(saleRuleText(rule)).toBe('基本回饋：每消費 100 元 給 1 點，無條件捨去，兌點金額不回饋\n效期：次年 12 月 31 日')
  })

  it('tells card and campaign', () => {
    const extra = {
      ...({ extraRatioNo: 'ER000001', payerCompanyNo: 'C000900', baseBearer: 'company', extraRatio: 50, payerShareRatio: 100 } as const),
      ...{ monthlyCapPoints: 1000, eligibleAmount: null, unitPrice: 1 },
    } as const
    const activity = {
      ...({ activityCode: 'DOUBLE11', platformShare: 50, room: null, expiry: { rule: '2', months: 3 } } as const),
      formula: { kind: 'multiplier', multiplier: 2 },
    } as const
    const text = saleRuleText({ ...rule, extra, extraRoom: 400, activities: [activity], effectiveDelayDays: 7 })
    expect(text).toContain(
      '聯名卡加碼：ER000001，付款機構 C000900，基本點數的 50%，付款機構負擔 100%，每月上限 1,000 點，交易時尚餘 400 點',
    )
    expect(text).toContain('行銷活動：DOUBLE11，基本點數 2 倍，平台負擔 50%')
    expect(text).not.toMatch(/null|undefined|[{}[\]"]/)
  })
})
