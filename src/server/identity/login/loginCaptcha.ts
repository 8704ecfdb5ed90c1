import type { Database } from '../../platform/database/tables.ts'
import { accountKey, isLocked } from './loginAttempts.ts'

/** Wrong attempts after which every further one at the portal needs a captcha (domain 4.18). */
const freeTries = 2

/**
 * True when an attempt to sign in at the portal needs a captcha. Decided by the name as typed, so that it does not reveal which accounts
 * exist.
 */
export async function needsCaptcha(db: Database, userName: string, now: Date): Promise<boolean> {
  const attempts = await db
    .selectFrom('loginAttempt')
    .select(['failedCount', 'lockedUntil'])
    .where('accountKey', '=', accountKey(userName))
    .executeTakeFirst()
  if (!attempts) return false
  // The count starts again after a lock has ended.
  const isOver = attempts.lockedUntil !== null && !isLocked(attempts, now)
  return !isOver && attempts.failedCount >= freeTries
}
