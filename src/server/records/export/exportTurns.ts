import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'

/** Most concurrent exports of all processes together, because each reads page after page from the database. */
const inAllMax = 20
const leaseSeconds = 120
const renewMs = 30_000
/** Any number that no other advisory lock of the product uses. */
const lockKey = 170_170

/**
 * Allows one export per user at a time over all processes; a second one is refused at once. The turn ends with the last byte, when the
 * reader disconnects, or about two minutes after its process died or the reader stopped reading.
 */
export interface ExportTurn {
  /** Passes the bytes of the file on, and ends the turn after them. */
  during(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  end(): Promise<void>
}

/** @throws 429 while another export of this user runs, or when too many run in total */
export async function takeExportTurn(db: Database, userId: number): Promise<ExportTurn> {
  const holder = randomUUID()
  await transact(db, async (trx) => {
    // The lock makes the requests run one after another, so that two concurrent ones cannot both pass the limits.
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
    await sql`delete from export_turn where lease_until <= clock_timestamp()`.execute(trx)
    const { rows } = await sql<{ own: number; all: number }>`
      select count(*) filter (where user_id = ${userId}) as own, count(*) as all from export_turn`.execute(trx)
    if ((rows[0]?.own ?? 0) > 0) throw notNow('您有一個匯出尚未完成，請待完成後再試。')
    if ((rows[0]?.all ?? 0) >= inAllMax) throw notNow('目前匯出的人數較多，請稍後再試。')
    await sql`
      insert into export_turn (user_id, holder, lease_until)
      values (${userId}, ${holder}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))`.execute(trx)
  })
  const end = async () => {
    await db.deleteFrom('exportTurn').where('userId', '=', userId).where('holder', '=', holder).execute()
  }
  const renew = async () => {
    await sql`
      update export_turn set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where user_id = ${userId} and holder = ${holder}`.execute(db)
  }
  return { end, during: (body) => whileRead(body, renew, end) }
}

async function* whileRead(body: AsyncIterable<Uint8Array>, renew: () => Promise<void>, end: () => Promise<void>) {
  let renewedAt = performance.now()
  try {
    for await (const chunk of body) {
      // Only reading extends the turn.
      if (performance.now() - renewedAt > renewMs) {
        renewedAt = performance.now()
        await renew()
      }
      yield chunk
    }
  } finally {
    await end()
  }
}

export function notNow(text: string): ApiError {
  return new ApiError(429, 'E429', text, { headers: { 'retry-after': '10' } })
}
