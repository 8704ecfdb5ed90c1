import { sql } from 'kysely'
import { createPasswordHasher } from '../../src/server/identity/passwords/passwordHasher.ts'
import type { TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

export const staffPassword = 'Batch!2025run'

/** A new user with a role, signed in. @param now by the clock of the server */
export async function signInAs(server: TestServer, role: string, now: Date, companyNo: string | null = null): Promise<TestSession> {
  const userName = `${role.toLowerCase()}77`
  await sql`
    insert into app_user (user_name, full_name, email, user_type, company_no, roles, password_hash, password_changed_at, limit_date)
    values (${userName}, '王小明', ${`${userName}@example.com`}, ${companyNo === null ? '1' : '2'}, ${companyNo}, ${JSON.stringify([role])}::jsonb,
      ${await createPasswordHasher().hash(staffPassword)}, ${now}, '2030-01-01')`.execute(server.app.db)
  return signIn(server, userName, staffPassword)
}

/** A new staff user of a new role with these permissions, signed in. */
export async function signInWith(server: TestServer, role: string, permissions: readonly string[]): Promise<TestSession> {
  await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
    values (${role}, ${role}, '1', ${JSON.stringify(permissions)}::jsonb, false, true, '系統')`.execute(server.database.db)
  return signInAs(server, role, new Date())
}
