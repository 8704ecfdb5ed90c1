import { sql } from 'kysely'
import type { RoleView } from '../../../language/authoring/explain.ts'
import type { StoredImpact } from '../../../language/impact/storedImpacts.ts'
import { userType } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Who works with an installation. */
export interface Installation {
  /** Enabled roles of the console, with what they are granted now. */
  readonly roles: readonly RoleView[]
  /** How many enabled users have a role, by its code. */
  readonly users: ReadonlyMap<string, number>
}

const consoleTypes = [userType.staff, userType.merchant]

export async function readInstallation(db: Executor): Promise<Installation> {
  const roles = await sql<{ roleCode: string; roleName: string; type: string; permissions: readonly string[] }>`
    select role_code as "roleCode", role_name as "roleName", user_type as "type", permissions from app_role
    where is_enabled and user_type = any(${consoleTypes}::text[]) order by role_code`.execute(db)
  const users = await sql<{ role: string; count: number }>`
    select r.role, count(*)::int as count from app_user u cross join jsonb_array_elements_text(u.roles) as r (role)
    where u.is_enabled group by 1`.execute(db)
  return {
    roles: roles.rows.map(({ roleCode, roleName, type, permissions }) => ({
      code: roleCode,
      name: roleName,
      permissions: new Set(permissions),
      isScoped: type === userType.merchant,
    })),
    users: new Map(users.rows.map(({ role, count }) => [role, count])),
  }
}

export interface StoredFinding extends StoredImpact {
  /** How many records: without a value of a field that is needed; otherwise with one. */
  readonly count: number
  /** A value that is gone, at most 40 characters; '' otherwise. */
  readonly example: string
}

/** Counts the stored records that a change of documents concerns; those of nobody are left out. */
export async function findStoredImpact(db: Executor, impacts: readonly StoredImpact[]): Promise<readonly StoredFinding[]> {
  const found: StoredFinding[] = []
  for (const one of impacts) {
    const value = sql`coalesce(body ->> ${one.field}::text, body ->> ${one.former ?? one.field}::text)`
    const { rows } = await sql<{ count: number; example: string | null }>`
      select count(*)::int as count, max(left(${value}, 40)) as example from record_document
      where entity in (${one.entity}, ${one.formerEntity ?? one.entity}) and (${value} is null) = ${one.change === 'required'}`.execute(db)
    const [row] = rows
    if (row === undefined || row.count === 0) continue
    found.push({ ...one, count: row.count, example: one.change === 'gone' ? (row.example ?? '') : '' })
  }
  return found
}
