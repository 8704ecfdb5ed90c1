import { describe, expect, it } from 'vitest'
import { companyProblems, effectiveDateProblems, submitProblem, terminateProblem, withoutMeaninglessFields } from './companyRules.ts'

describe('withoutMeaninglessFields', () => {
  it('keeps the cycle of a payer with a bank cycle', () => {
    expect(withoutMeaninglessFields({ isPayer: true, paygCycle: '4', settlementMode: '2' })).toEqual({})
  })

  it('empties cycle fields of a company that is no payer, and the alert of one that is not prepaid', () => {
    expect(withoutMeaninglessFields({ isPayer: false, paygCycle: '4', settlementMode: '1' })).toEqual({
      paygCycle: null,
      cycleDay: null,
      bankStream: null,
      prepaidAlertPoints: null,
    })
  })
})

describe('submitProblem', () => {
  const company = { settlementMode: '1', allowIssue: true, apUnitPrice: 1, dpUnitPrice: 1, dpProcFeeRate: 0, paymentTermDays: 30 } as const
  const ready = { activeStores: 1, hasDefaultReward: true }

  it('lets a complete company through', () => {
    expect(submitProblem(company, ready)).toBeNull()
  })

  it('asks for an outlet, then for a default reward setting, then for prices', () => {
    expect(submitProblem(company, { ...ready, activeStores: 0 })).toBe('請先建立至少一間啟用門市，再行送審。')
    expect(submitProblem(company, { ...ready, hasDefaultReward: false })).toBe('請先核准一筆預設點數回饋設定，再行送審。')
    expect(submitProblem({ ...company, apUnitPrice: null }, ready)).toBe('請先填寫價格欄位，再行送審。')
  })

  it('asks for no reward setting when the company gives no points', () => {
    expect(submitProblem({ ...company, allowIssue: false }, { activeStores: 1, hasDefaultReward: false })).toBeNull()
  })

  it('asks a pure payer for neither', () => {
    expect(submitProblem({ ...company, settlementMode: '3' }, { activeStores: 0, hasDefaultReward: false })).toBeNull()
  })
})

describe('effectiveDateProblems', () => {
  it('lets another settlement mode begin only on the first day of a month', () => {
    const refusal = { settlementMode: '結算方式僅可自每月1日起變更。' }
    expect(effectiveDateProblems({ settlementMode: '2' }, '2025-02-01', '2025-01-15')).toEqual({})
    expect(effectiveDateProblems({ settlementMode: '2' }, '2025-02-02', '2025-01-15')).toEqual(refusal)
    expect(effectiveDateProblems({ settlementMode: '2' }, null, '2025-01-15')).toEqual(refusal)
    expect(effectiveDateProblems({ settlementMode: '2' }, undefined, '2025-02-01')).toEqual({})
  })

  it('lets other fields begin on any day', () => {
    expect(effectiveDateProblems({ apUnitPrice: 1 }, '2025-01-16', '2025-01-15')).toEqual({})
  })
})

describe('company problems', () => {
  it('lets only the parent of a group see the group', () => {
    expect(companyProblems({ groupView: true, isGroupParent: false })).toEqual({ groupView: '僅集團母公司可檢視集團資料。' })
    expect(companyProblems({ groupView: true, isGroupParent: true })).toEqual({})
  })

  it('refuses a termination in the past', () => {
    expect(terminateProblem('2025-01-14', '2025-01-15')).toBe('終止日不可早於今日。')
    expect(terminateProblem('2025-01-15', '2025-01-15')).toBeNull()
    expect(terminateProblem(undefined, '2025-01-15')).toBe('終止日 必填')
  })
})
