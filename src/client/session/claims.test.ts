import { describe, expect, it } from 'vitest'
import { createAccessToken } from '../testing/accessToken.ts'
import { parseAccessToken } from './claims.ts'

describe('parseAccessToken', () => {
  it('builds the user of the specification from the claims', () => {
    const token = createAccessToken({
      sub: '42',
      name: 'mary',
      fullname: '陳瑪莉',
      email: 'mary@example.test',
      jobtitle: '專員',
      phone_number: '0912345678',
      role: ['OPS', 'CS'],
      permission: ['company.companies.view', 'logs.activitylog.view'],
      configuration: JSON.stringify({ askedChangePassword: false, askedWarnPassword: true, limitDate: '2025-06-30' }),
      userType: '2',
      companyNo: 'C000101',
      companyName: '日日好超市',
      companyType: '2',
      rewardPointId: 'R1',
      isEnabled: true,
    })
    expect(parseAccessToken(token)).toEqual({
      user: {
        sub: '42',
        name: 'mary',
        fullname: '陳瑪莉',
        email: 'mary@example.test',
        jobtitle: '專員',
        phone_number: '0912345678',
        roles: ['OPS', 'CS'],
        ask_change_password: false,
        ask_warn_password: true,
        limitDate: '2025-06-30',
        userType: '2',
        companyNo: 'C000101',
        companyName: '日日好超市',
        companyType: '2',
        rewardPointId: 'R1',
        isEnabled: true,
      },
      permissions: ['company.companies.view', 'logs.activitylog.view'],
    })
  })

  it('takes a single permission and role, and the placeholder for a missing limit date', () => {
    const { user, permissions } = parseAccessToken(createAccessToken({ role: 'OPS', permission: 'company.companies.view' }))
    expect(permissions).toEqual(['company.companies.view'])
    expect(user).toMatchObject({ roles: ['OPS'], limitDate: '----/--/--', ask_change_password: false, companyNo: '' })
  })

  it('refuses what is no token', () => {
    expect(() => parseAccessToken('nonsense')).toThrow(TypeError)
  })
})
