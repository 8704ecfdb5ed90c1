import { createHash } from 'node:crypto'
import { transact } from '../../platform/database/transact.ts'
import type { Account } from '../accounts.ts'
import { clearAttempts, lockAttempts, saveAttempts } from '../login/attemptQueries.ts'
import { afterWrongPassword, isLocked } from '../login/loginAttempts.ts'
import type { IdentityServices } from '../services.ts'
import { tooManyTries } from './passwordHasher.ts'

/** Limit for wrong current passwords in the change form, per account. */
const rule = { failedMax: 5, lockMinutes: 15 } as const

/** No account name has this form, so this counter is separate from the one for sign-in. */
const keyOf = (userId: number) => `change:${createHash('sha256').update(String(userId)).digest('hex')}`

/**
 * Checks the current password of a user who changes it. The attempt is counted before it is checked, committed and for all processes; a
 * right password removes the count.
 *
 * @throws 429 after five wrong ones
 */
export async function isCurrentPassword(services: IdentityServices, account: Account, password: string): Promise<boolean> {
  const { db, clock, hasher } = services
  const key = keyOf(account.id)
  const now = clock.now()
  const lockedUntil = await transact(db, async (trx) => {
    const attempts = await lockAttempts(trx, key, now)
    if (isLocked(attempts, now)) return attempts.lockedUntil
    await saveAttempts(trx, key, afterWrongPassword(attempts, rule, now), now)
    return null
  })
  if (lockedUntil) throw tooManyTries(Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000))
  const isRight = await hasher.verify(account.passwordHash, password)
  if (isRight) await transact(db, (trx) => clearAttempts(trx, [key]))
  return isRight
}
