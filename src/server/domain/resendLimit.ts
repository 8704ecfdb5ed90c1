import type { Database } from '../platform/database/tables.ts'
import { textError } from '../platform/errors.ts'
import { createTryLimit } from '../platform/tryLimit.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Of one thing in a day: a lost mail is found by then, and nobody is buried in mails. */
const resendsMax = 3

/** Counts a mail that is sent again. @throws 409 LIMIT after three of the same thing in a day */
export type TakeResend = (key: string, now: Date) => Promise<void>

/**
 * @param name of the count, one for each kind of mail
 * @param what is sent again, for people: `此訂單`
 */
export function createResendLimit(db: Database, name: string, what: string): TakeResend {
  const limit = createTryLimit(db, { name, triesMax: resendsMax, windowMs: dayMs })
  return async (key, now) => {
    if ((await limit.take(key, now)) === 0) return
    throw textError(409, `${what} 24 小時內已重寄 ${resendsMax} 次，請稍後再試，或洽客服人員。`, 'LIMIT')
  }
}
