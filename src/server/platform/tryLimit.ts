import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database/tables.ts'
import { transact } from './database/transact.ts'
import { asEssential } from './database/workKind.ts'

/** Counts tries per key within a window, in the database: all servers on it share one count. */
export interface TryLimit {
  /** Seconds until the next try is allowed; 0 when this one is allowed. An allowed try counts until {@link forgive} takes it back. */
  take(key: string, now: Date): Promise<number>
  /** Takes back the count of the last try, because it was correct. */
  forgive(key: string): Promise<void>
}

interface LimitOptions {
  /** Name of the limit, unique among all limits. */
  readonly name: string
  readonly triesMax: number
  /** From the first try on. */
  readonly windowMs: number
}

export function createTryLimit(db: Database, { name, triesMax, windowMs }: LimitOptions): TryLimit {
  const keyOf = (key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`
  // Marked essential: without it nobody could sign in while space is scarce.
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

/** Removes counts whose window is over. */
export async function tidyTries(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('tryCount').where('endsAt', '<', now).execute()
}
