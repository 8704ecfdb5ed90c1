import type { Executor } from '../platform/database/tables.ts'
import { demoAccounts, demoPassword } from './demoAccounts.ts'
import { createPasswordHasher } from './passwords/passwordHasher.ts'

/** Names of enabled accounts that still have their demo password, with which anybody could sign in. */
export async function findDemoPasswords(db: Executor): Promise<readonly string[]> {
  const hasher = createPasswordHasher()
  const names = demoAccounts.map(({ userName }) => userName)
  const rows = await db
    .selectFrom('appUser')
    .select(['userName', 'passwordHash'])
    .where('userName', 'in', names)
    .where('isEnabled', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('userName')
    .execute()
  const found: string[] = []
  for (const { userName, passwordHash } of rows) {
    if (await hasher.verify(passwordHash, demoPassword(userName))) found.push(userName)
  }
  return found
}
