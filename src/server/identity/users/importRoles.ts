import { userType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { systemAdministratorRole } from '../permissions/defaultRoles.ts'
import { mayGrantAnything } from '../permissions/granting.ts'
import type { UserRow } from './importFile.ts'
import { roleOptions } from './roleDictionary.ts'
import { findRoles } from './userQueries.ts'

/** Rows whose roles are written by name get their codes; what is neither stays, and is refused by name. */
export async function withRoleCodes(db: Executor, actor: Actor, rows: readonly UserRow[]): Promise<readonly UserRow[]> {
  const options = await roleOptions({ db, actor })
  const codes = new Map(options.map(({ key, value }) => [value, key]))
  const codeOf = (role: unknown) => codes.get(String(role)) ?? role
  return rows.map(({ row, values }) => ({
    row,
    values: Array.isArray(values.roles) ? { ...values, roles: values.roles.map(codeOf) } : values,
  }))
}

/** Other names that are tried for the account of the example. */
const triesMax = 100

/** What the example file says where the installation and the reader decide: a free account name, a role that the reader may give. */
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
