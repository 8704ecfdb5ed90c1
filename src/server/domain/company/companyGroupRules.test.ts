import { describe, expect, it } from 'vitest'
import { memberProblems, membershipsOverlap } from './companyGroupRules.ts'

describe('group members', () => {
  const member = (companyNo: string, joinDate: string, leaveDate?: string) => ({ companyNo, joinDate, ...(leaveDate ? { leaveDate } : {}) })

  it('overlap on a shared day, and for ever without a leave date', () => {
    expect(membershipsOverlap(member('A', '2025-01-01', '2025-01-31'), member('A', '2025-01-31'))).toBe(true)
    expect(membershipsOverlap(member('A', '2025-01-01', '2025-01-31'), member('A', '2025-02-01'))).toBe(false)
    expect(membershipsOverlap(member('A', '2025-01-01'), member('A', '2030-01-01', '2030-02-01'))).toBe(true)
  })

  it('group members must include the parent, be in order of days, and be there once at a time', () => {
    expect(memberProblems([member('A', '2025-01-01'), member('B', '2025-01-01')], 'A')).toEqual({})
    expect(memberProblems([member('A', '2025-01-01'), member('B', '2025-02-01', '2025-01-31')], 'C')).toEqual({
      'members.1.leaveDate': '迄日不可早於起日。',
      parentCompanyNo: '母公司須為集團成員。',
    })
    expect(memberProblems([member('A', '2025-01-01'), member('A', '2025-03-01')], 'A')).toEqual({
      'members.1.companyNo': '成員 已存在，請重新輸入。',
    })
  })

  it('group members may come back after they left', () => {
    expect(memberProblems([member('A', '2025-01-01', '2025-01-31'), member('A', '2025-03-01')], 'A')).toEqual({})
  })
})
