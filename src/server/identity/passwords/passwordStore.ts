import { userStatus } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { clearAttempts } from '../login/attemptQueries.ts'
import { accountKey } from '../login/loginAttempts.ts'
import { readParameter } from '../parameters.ts'
import type { PasswordHasher } from './passwordHasher.ts'
import { recentPasswordCount } from './passwordPolicy.ts'

export interface NewPassword {
  readonly userId: number
  readonly passwordHash: string
  /** Chosen by somebody else, so it has to be changed at the next sign-in. */
  readonly isTemporary: boolean
  readonly now: Date
}

/** Stores a password with its last day, and adds it to the recent ones. The caller ends the sessions. */
export async function storePassword(trx: Trx, { userId, passwordHash, isTemporary, now }: NewPassword): Promise<void> {
  const today = taipeiDate(now)
  const maxAgeDays = await readParameter(trx, 'PASSWORD.MAX_AGE_DAYS', today)
  await trx
    .updateTable('appUser')
    .set({ passwordHash, passwordChangedAt: now, limitDate: addDays(today, maxAgeDays), mustChangePassword: isTemporary })
    .where('id', '=', userId)
    .execute()
  await trx.insertInto('passwordHistory').values({ userId, passwordHash, changedAt: now }).execute()
}

/** True when the password is one of the last five of the account. */
export async function isRecentPassword(db: Executor, hasher: PasswordHasher, userId: number, password: string): Promise<boolean> {
  const recent = await db
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userId', '=', userId)
    .orderBy('sequence', 'desc')
    .limit(recentPasswordCount)
    .execute()
  for (const { passwordHash } of recent) {
    if (await hasher.verify(passwordHash, password)) return true
  }
  return false
}

/** Ends a lock by wrong passwords, in the counter and in the user list. */
export async function unlockAccount(trx: Trx, userId: number, userName: string): Promise<void> {
  await clearAttempts(trx, [accountKey(userName)])
  await trx
    .updateTable('appUser')
    .set({ status: userStatus.enabled, lockedUntil: null })
    .where('id', '=', userId)
    .where('status', '=', userStatus.locked)
    .execute()
}
