import { describe, expect, it } from 'vitest'
import type { Account } from '../accounts.ts'
import { buildClaims, judgePassword } from './claims.ts'

const account: Account = {
  id: 1,
  userName: 'mer01',
  fullName: '許雅雯',
  email: 'mer01@example.com',
  phoneNumber: null,
  jobTitle: '店務主任',
  userType: '2',
  companyNo: 'C000101',
  companyName: '日日好超市',
  companyType: '2',
  taxNumber: null,
  corporateStatus: null,
  rewardPointId: null,
  roles: ['MER'],
  permissions: ['company.company_details.view'],
  status: '1',
  lockedUntil: null,
  isEnabled: true,
  passwordHash: 'x',
  mustChangePassword: false,
  limitDate: '2026-02-10',
  userVersion: 1,
}

describe('judgePassword', () => {
  it('warns within the warning time, the last day included', () => {
    expect(judgePassword(account, '2026-01-20', '2026-02-03')).toEqual({ mustChange: false, endsSoon: false })
    expect(judgePassword(account, '2026-01-27', '2026-02-10')).toEqual({ mustChange: false, endsSoon: true })
  })

  it('forces a change after the last day and for temporary passwords', () => {
    expect(judgePassword(account, '2026-02-10', '2026-02-24').mustChange).toBe(false)
    expect(judgePassword(account, '2026-02-11', '2026-02-25')).toEqual({ mustChange: true, endsSoon: false })
    expect(judgePassword({ ...account, mustChangePassword: true, limitDate: null }, '2026-01-01', '2026-01-15').mustChange).toBe(true)
  })
})

describe('buildClaims', () => {
  it('buildClaims has the names of the specification and leaves out what is empty', () => {
    const claims = buildClaims(account, { mustChange: false, endsSoon: true })
    expect(claims).toMatchObject({ name: 'mer01', fullname: '許雅雯', jobtitle: '店務主任', role: ['MER'], userType: '2', isEnabled: true })
    expect(claims).not.toHaveProperty('phone_number')
    expect(JSON.parse(String(claims.configuration))).toEqual({
      askedChangePassword: false,
      askedWarnPassword: true,
      limitDate: '2026-02-10',
    })
  })

  it('shows the placeholder while the password has no end', () => {
    const claims = buildClaims({ ...account, limitDate: null }, { mustChange: false, endsSoon: false })
    expect(JSON.parse(String(claims.configuration)).limitDate).toBe('----/--/--')
  })
})
