import { sql } from 'kysely'
import { userStatus } from '../../rules/codes.generated.ts'
import type { Executor, Trx } from '../platform/database/tables.ts'
import { systemAdministratorRole } from './permissions/defaultRoles.ts'

export interface RoleHead {
  readonly roleCode: string
  readonly roleName: string
  readonly userType: string
  readonly isEnabled: boolean
  readonly permissions: readonly string[]
}

/** Reads roles by code; codes that do not exist are left out. */
export async function findRoles(db: Executor, roleCodes: readonly string[]): Promise<readonly RoleHead[]> {
  if (roleCodes.length === 0) return []
  return db
    .selectFrom('appRole')
    .select(['roleCode', 'roleName', 'userType', 'isEnabled', 'permissions'])
    .where('roleCode', 'in', roleCodes)
    .execute()
}

/**
 * True when another enabled system administrator exists. Locks these rows, so that two administrators cannot disable each other at the same
 * time.
 */
export async function hasOtherAdministrator(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user
    where deleted_at is null and status <> ${sql.lit(userStatus.disabled)} and roles @> ${JSON.stringify(systemAdministratorRole)}::jsonb
    order by id for update`.execute(trx)
  return rows.some((row) => row.id !== userId)
}

export async function softDeleteUser(trx: Trx, userId: number, userName: string, now: Date): Promise<void> {
  await trx.updateTable('appUser').set({ deletedAt: now, updatedAt: now, updatedBy: userName }).where('id', '=', userId).execute()
}
