import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultRoles, matrixPermissions, merchantPermissions } from './defaultRoles.ts'
import { findDutyWarning } from './separationOfDuties.ts'

/**
 * Actions of a row by class, e.g. `W create edit · A publish · invoice pay (FIN)`. Actions without a class letter are granted by name in
 * the cells.
 */
function classesOf(actions: string): ReadonlyMap<string, readonly string[]> {
  const parts = actions.split('·').map((part) => part.trim())
  return new Map([
    ['V', ['view']],
    ...parts.flatMap((part) => {
      const [, letter, words] = /^([WAXU]) (.+)$/.exec(part) ?? []
      return letter && words ? [[letter, words.split(' ')] as const] : []
    }),
  ])
}

/** Expands `VWX + close` to full permissions. */
function grantsOf(resource: string, actions: string, cell: string): readonly string[] {
  const [letters = '', more = ''] = cell.split('+').map((part) => part.trim())
  const classes = classesOf(actions)
  const named = [...letters].flatMap((letter) => {
    const words = classes.get(letter)
    if (!words) throw new Error(`${resource} has no actions of class ${letter}`)
    return words
  })
  return [...named, ...more.split(' ').filter((word) => word !== '')].map((action) => `${resource}.${action}`)
}

/** The roles as documented in the matrix. */
function writtenRoles(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL('testing/permissionMatrix.md', import.meta.url), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [head = [], ...body] = rows
  return new Map(
    head
      .slice(2)
      .map((role, index) => [
        role,
        body.flatMap(([resource = '', actions = '', ...cells]) => grantsOf(resource, actions, cells[index] ?? '')),
      ]),
  )
}

const permissionsOf = (roleCode: string) => defaultRoles.find((role) => role.roleCode === roleCode)?.permissions ?? []

describe('default roles', () => {
  it('default roles have exactly what the written matrix gives them', () => {
    const written = writtenRoles()
    expect([...written.keys()]).toEqual(['SYS', 'OPS', 'FIN', 'FM', 'CS', 'MKT', 'AUD', 'MER'])
    for (const [role, permissions] of written) {
      // The findings of the document checker are not a screen of the matrix; those who run the installation may see them.
      const further = role === 'SYS' ? ['settings.screens.view'] : []
      expect([role, [...permissionsOf(role)].sort()]).toEqual([role, [...permissions, ...further].sort()])
    }
  })

  it('follow the matrix', () => {
    expect(permissionsOf('SYS')).toEqual(expect.arrayContaining(['authority.users.resetpassword', 'logs.activitylog.rerun']))
    expect(permissionsOf('SYS')).not.toContain('company.retail_store.view')
    expect(permissionsOf('FIN')).toEqual(expect.arrayContaining(['accounting.statement_close.trial', 'accounting.statement_close.close']))
    expect(permissionsOf('FIN')).not.toContain('accounting.statement_close.reopen')
    expect(permissionsOf('MER')).toEqual(expect.arrayContaining(['accounting.statements.edit', 'accounting.statements.export']))
    expect(permissionsOf('CORP')).toEqual([])
  })

  it('default roles never hold an action without the view of its resource', () => {
    for (const { permissions } of defaultRoles) {
      for (const permission of permissions) expect(permissions).toContain(permission.replace(/[a-z]+$/, 'view'))
    }
  })

  it('default roles let no role but the merchants of platform functions near them', () => {
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
