import { describe, expect, it } from 'vitest'
import { defaultRoles, matrixPermissions, merchantPermissions } from './defaultRoles.ts'
import { findDutyWarning } from './separationOfDuties.ts'

const permissionsOf = (roleCode: string) => defaultRoles.find((role) => role.roleCode === roleCode)?.permissions ?? []

describe('default roles', () => {
  it('follow the matrix', () => {
    expect(permissionsOf('SYS')).toEqual(expect.arrayContaining(['authority.users.resetpassword', 'logs.activitylog.rerun']))
    expect(permissionsOf('SYS')).not.toContain('company.retail_store.view')
    expect(permissionsOf('FIN')).toEqual(expect.arrayContaining(['accounting.statement_close.trial', 'accounting.statement_close.close']))
    expect(permissionsOf('FIN')).not.toContain('accounting.statement_close.reopen')
    expect(permissionsOf('MER')).toEqual(expect.arrayContaining(['accounting.statements.edit', 'accounting.statements.export']))
    expect(permissionsOf('CORP')).toEqual([])
  })

  it('never hold an action without the view of its resource', () => {
    for (const { permissions } of defaultRoles) {
      for (const permission of permissions) expect(permissions).toContain(permission.replace(/[a-z]+$/, 'view'))
    }
  })

  it('let no role but the merchants of platform functions near them', () => {
    expect(merchantPermissions.has('authority.users.view')).toBe(false)
    expect(matrixPermissions.size).toBeGreaterThan(200)
  })

  it('separate applying from deciding', () => {
    for (const { permissions } of defaultRoles) expect(findDutyWarning(permissions)).toBeNull()
  })
})

describe('findDutyWarning', () => {
  it('sees both sides on one screen and across two', () => {
    expect(findDutyWarning(['company.companies.submit', 'company.companies.approve'])).not.toBeNull()
    expect(findDutyWarning(['points.adjustmentslist.submit', 'points.adjustments.approve'])).not.toBeNull()
    expect(findDutyWarning(['points.adjustmentslist.submit', 'company.companies.approve'])).toBeNull()
  })
})
