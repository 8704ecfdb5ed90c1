import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database/tables.ts'
import { transact } from './database/transact.ts'
import { asEssential } from './database/workKind.ts'

/** Counts attempts per key within a time window, in the database, so that all servers on it share one count. */
export interface TryLimit {
  /** Seconds until the next attempt is allowed; 0 when this one is allowed. An allowed attempt counts until {@link forgive} removes it. */
  take(key: string, now: Date): Promise<number>
  /** Removes the last attempt from the count, because it was correct. */
  forgive(key: string): Promise<void>
}

interface LimitOptions {
  /** Name of the limit, unique among all limits. */
  readonly name: string
  readonly triesMax: number
  /** Length of the window, which starts with the first attempt. */
  readonly windowMs: number
}

/** Counts by hashes of the keys, so that the table tells neither names nor addresses. */
export function createTryLimit(db: Database, { name, triesMax, windowMs }: LimitOptions): TryLimit {
  const keyOf = (key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`
  // Marked as essential, because otherwise nobody could sign in while space is scarce.
  return {
    async take(key, now) {
      const { rows } = await asEssential(() =>
        transact(db, (trx) => sql<{ wait: number }>`select take_try(${keyOf(key)}, ${triesMax}, ${now}, ${windowMs}) as wait`.execute(trx)),
      )
      return rows[0]?.wait ?? 0
    },
    async forgive(key) {
      await asEssential(() =>
        transact(db, (trx) => sql`update try_count set tries = tries - 1 where limit_key = ${keyOf(key)} and tries > 0`.execute(trx)),
      )
    },
  }
}

/** Removes the counts whose window has ended. */
export async function tidyTries(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('tryCount').where('endsAt', '<', now).execute()
}
