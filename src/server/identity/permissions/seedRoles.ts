import { json } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { defaultRoles } from './defaultRoles.ts'

/** Inserts missing default roles. Existing roles are not changed, because an administrator may have edited them. */
export async function seedRoles(trx: Trx): Promise<void> {
  const rows = defaultRoles.map((role) => ({
    roleCode: role.roleCode,
    roleName: role.roleName,
    userType: role.userType,
    description: role.description,
    permissions: json(role.permissions),
    isSystem: true,
    createdBy: '系統',
    updatedBy: null,
    updatedAt: null,
  }))
  await trx
    .insertInto('appRole')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
