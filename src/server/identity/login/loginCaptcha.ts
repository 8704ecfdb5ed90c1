import type { Database } from '../../platform/database/tables.ts'
import { accountKey, isLocked } from './loginAttempts.ts'

/** Wrong tries after which the portal wants a captcha with every further one (domain 4.18). */
const freeTries = 2

/** Whether this try to sign in at the portal needs a captcha; asked of the name as typed, so that it tells nobody which names exist. */
export async function needsCaptcha(db: Database, userName: string, now: Date): Promise<boolean> {
  const attempts = await db
    .selectFrom('loginAttempt')
    .select(['failedCount', 'lockedUntil'])
    .where('accountKey', '=', accountKey(userName))
    .executeTakeFirst()
  if (!attempts) return false
  // The count begins again after a lock that is over.
  const isOver = attempts.lockedUntil !== null && !isLocked(attempts, now)
  return !isOver && attempts.failedCount >= freeTries
}
