import { describe, expect, it } from 'vitest'
import { memberProblems, membershipsOverlap } from './companyGroupRules.ts'
import {
  endBeforeSuccessor,
  rangesOverlap,
  rewardProblems,
  rewardRatePercent,
  shortenedEnd,
  withoutMeaninglessFields,
} from './rewardPointRules.ts'

describe('group members', () => {
  const member = (companyNo: string, joinDate: string, leaveDate?: string) => ({ companyNo, joinDate, ...(leaveDate ? { leaveDate } : {}) })

  it('overlap on a shared day, and for ever without a leave date', () => {
    expect(membershipsOverlap(member('A', '2025-01-01', '2025-01-31'), member('A', '2025-01-31'))).toBe(true)
    expect(membershipsOverlap(member('A', '2025-01-01', '2025-01-31'), member('A', '2025-02-01'))).toBe(false)
    expect(membershipsOverlap(member('A', '2025-01-01'), member('A', '2030-01-01', '2030-02-01'))).toBe(true)
  })

  it('must include the parent, be in order of days, and be there once at a time', () => {
    expect(memberProblems([member('A', '2025-01-01'), member('B', '2025-01-01')], 'A')).toEqual({})
    expect(memberProblems([member('A', '2025-01-01'), member('B', '2025-02-01', '2025-01-31')], 'C')).toEqual({
      'members.1.leaveDate': '迄日不可早於起日。',
      parentCompanyNo: '母公司須為集團成員。',
    })
    expect(memberProblems([member('A', '2025-01-01'), member('A', '2025-03-01')], 'A')).toEqual({
      'members.1.companyNo': '成員 已存在，請重新輸入。',
    })
  })

  it('may come back after they left', () => {
    expect(memberProblems([member('A', '2025-01-01', '2025-01-31'), member('A', '2025-03-01')], 'A')).toEqual({})
  })
})

describe('reward settings', () => {
  it('have a rate only when points follow the amount', () => {
    expect(rewardRatePercent({ rewardType: '1', rewardPoints: 1, spendAmount: 30 })).toBe(3.33)
    expect(rewardRatePercent({ rewardType: '2', rewardPoints: 20, spendAmount: null })).toBeNull()
  })

  it('lose the fields that their kind does not use', () => {
    const kept = withoutMeaninglessFields({ rewardType: '2', storeScope: '1', retailStoreNos: ['x'], expiryRule: '1' })
    expect(kept).toEqual({ paymentTypes: [], retailStoreNos: [], spendAmount: null, expiryValue: null, expiryDate: null })
  })

  it('need outlets when they are for chosen ones, and a last day that is not over before the setting', () => {
    expect(rewardProblems({ storeScope: '2', retailStoreNos: [] })).toEqual({ retailStoreNos: '適用門市 必填' })
    expect(rewardProblems({ storeScope: '1', expiryRule: '4', expiryDate: '2025-01-01', endDate: '2025-12-31' })).toEqual({
      expiryDate: '指定到期日不可早於設定迄日。',
    })
  })

  it('overlap when they share a day', () => {
    const january = { startDate: '2025-01-01', endDate: '2025-01-31' }
    expect(rangesOverlap(january, { startDate: '2025-01-31', endDate: '2025-03-01' })).toBe(true)
    expect(rangesOverlap(january, { startDate: '2025-02-01', endDate: '2025-03-01' })).toBe(false)
  })

  it('end the day before their successor, never before they began', () => {
    const year = { startDate: '2025-01-01', endDate: '2025-12-31' }
    expect(endBeforeSuccessor(year, '2025-07-01')).toBe('2025-06-30')
    expect(endBeforeSuccessor(year, '2025-01-01')).toBe('2025-01-01')
    expect(endBeforeSuccessor(year, '2026-07-01')).toBe('2025-12-31')
    expect(shortenedEnd(year, '2025-03-05')).toBe('2025-03-05')
  })
})
