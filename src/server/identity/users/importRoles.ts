import { userType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { systemAdministratorRole } from '../permissions/defaultRoles.ts'
import { mayGrantAnything } from '../permissions/granting.ts'
import { findRoles } from '../userQueries.ts'
import type { UserRow } from './importFile.ts'
import { roleOptions } from './roleDictionary.ts'

/** Replaces names of roles by codes. Text that is neither stays unchanged, and validation reports it. */
export async function withRoleCodes(db: Executor, actor: Actor, rows: readonly UserRow[]): Promise<readonly UserRow[]> {
  const options = await roleOptions({ db, actor })
  const codes = new Map(options.map(({ key, value }) => [value, key]))
  const codeOf = (role: unknown) => codes.get(String(role)) ?? role
  return rows.map(({ row, values }) => ({
    row,
    values: Array.isArray(values.roles) ? { ...values, roles: values.roles.map(codeOf) } : values,
  }))
}

/** Attempts to find a free account name for the example. */
const triesMax = 100

/** Values of the example row that depend on the installation and on the user: a free account name, and a role that the user may grant. */
export async function exampleUser(services: { readonly db: Executor }, actor: Actor): Promise<Readonly<Record<string, string>>> {
  const { db } = services
  const options = (await roleOptions({ db, actor, strArg: userType.staff })).filter(
    ({ key, ended }) => !ended && key !== systemAdministratorRole,
  )
  const roles = await findRoles(
    db,
    options.map(({ key }) => key),
  )
  const isHeld = (permission: string) => mayGrantAnything(actor) || actor.permissions.has(permission)
  const given = roles.filter((role) => role.permissions.every(isHeld))
  const role = given.find(({ roleCode }) => roleCode === 'OPS') ?? given[0]
  const userName = await freeName(db)
  return { userName, email: `${userName}@example.com`, roles: role?.roleName ?? '' }
}

async function freeName(db: Executor): Promise<string> {
  const names = Array.from({ length: triesMax }, (_unused, index) => `ops${String(index + 3).padStart(2, '0')}`)
  const rows = await db.selectFrom('appUser').select('userName').where('userName', 'in', names).execute()
  const taken = new Set(rows.map((row) => row.userName.toLowerCase()))
  return names.find((name) => !taken.has(name)) ?? ''
}
