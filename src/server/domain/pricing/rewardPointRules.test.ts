import { describe, expect, it } from 'vitest'
import { rewardProblems, rewardRatePercent, withoutMeaninglessFields } from './rewardPointRules.ts'

describe('reward settings', () => {
  it('reward settings have a rate only when points follow the amount', () => {
    expect(rewardRatePercent({ rewardType: '1', rewardPoints: 1, spendAmount: 30 })).toBe(3.33)
    expect(rewardRatePercent({ rewardType: '2', rewardPoints: 20, spendAmount: null })).toBeNull()
  })

  it('lose the fields that their kind does not use', () => {
    const kept = withoutMeaninglessFields({ rewardType: '2', storeScope: '1', retailStoreNos: ['x'], expiryRule: '1' })
    expect(kept).toEqual({ paymentTypes: [], retailStoreNos: [], spendAmount: null, expiryValue: null, expiryDate: null })
  })

  it('need outlets when they are for chosen ones, and a last day that is not over before the setting', () => {
    expect(rewardProblems({ storeScope: '2', retailStoreNos: [], expiryRule: '1', endDate: '2025-12-31' })).toEqual({
      retailStoreNos: '適用門市 必填',
    })
    expect(rewardProblems({ storeScope: '1', expiryRule: '4', expiryDate: '2025-01-01', endDate: '2025-12-31' })).toEqual({
      expiryDate: '指定到期日不可早於設定迄日。',
    })
  })
})
