import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'

/** Complete values of masked fields that a user searches for. */
export interface MaskedLookup {
  readonly actor: Actor
  readonly now: Date
  /** Where the value is searched, e.g. the address of a screen. The same value elsewhere counts again. */
  readonly place: string
  /** Title for people, e.g. 點數交易異常. */
  readonly placeTitle: string
  readonly values: readonly { readonly field: string; readonly title: string; readonly value: string }[]
}

export interface MaskedLookups {
  /** Counts the values and writes a row of 使用者操作紀錄. @throws 429 with `retry-after` beyond the hourly limit */
  ask(lookup: MaskedLookup): Promise<void>
}

const hourMs = 3_600_000

/**
 * Limits the number of different complete values that a user may search for in an hour, over all servers. The same value on the same screen
 * counts once an hour, so that paging, sorting and exporting the result are free. Values are neither stored nor logged.
 *
 * @param secret key of the hash that identifies values
 */
export function createMaskedLookups({ db, secret, perHour }: { db: Database; secret: Uint8Array; perHour: number }): MaskedLookups {
  return {
    async ask(lookup) {
      const isAllowed = await transact(db, (trx) => count(trx, lookup, { secret, perHour }))
      if (isAllowed) return
      await writeUserAction(db, lineOf(lookup, `個資查詢次數已達上限，未予查詢：${lookup.placeTitle}`))
      const text = `一小時內最多以 ${perHour} 個不同的完整資料查詢個資，請稍後再試。`
      throw new ApiError(429, 'TOO_MANY_LOOKUPS', text, { headers: { 'retry-after': String(hourMs / 1000) } })
    },
  }
}

/** @returns false when the limit would be exceeded; then nothing is counted */
async function count(trx: Trx, lookup: MaskedLookup, { secret, perHour }: { secret: Uint8Array; perHour: number }): Promise<boolean> {
  const { actor, now, place, placeTitle, values } = lookup
  // One lock per user, so that parallel requests cannot exceed the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`masked lookup ${actor.userName}`}, 0))`.execute(trx)
  const mine = trx.selectFrom('maskedLookup').where('userName', '=', actor.userName)
  await trx
    .deleteFrom('maskedLookup')
    .where('userName', '=', actor.userName)
    .where('askedAt', '<', new Date(now.getTime() - hourMs))
    .execute()
  const known = await mine.select('valueHash').execute()
  const before = new Set(known.map((row) => Buffer.from(row.valueHash).toString('hex')))
  const fresh = values.filter(({ field, value }) => !before.has(hashOf(secret, place, field, value)))
  if (fresh.length === 0) return true
  if (before.size + fresh.length > perHour) return false
  const rows = fresh.map(({ field, value }) => Buffer.from(hashOf(secret, place, field, value), 'hex'))
  await trx
    .insertInto('maskedLookup')
    .values(rows.map((valueHash) => ({ userName: actor.userName, valueHash, askedAt: now })))
    .execute()
  const titles = [...new Set(fresh.map(({ title }) => title))].join('、')
  await writeUserAction(trx, lineOf(lookup, `以完整的${titles}查詢${placeTitle}`))
  return true
}

function lineOf({ actor, place }: MaskedLookup, action: string) {
  return { actor, userActionType: userActionType.reveal, action, entity: place }
}

function hashOf(secret: Uint8Array, place: string, field: string, value: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['masked lookup', place, field, value]))
    .digest('hex')
}

/** Deletes counts that are older than the window of the limit. */
export async function tidyLookups(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('maskedLookup')
    .where('askedAt', '<', new Date(now.getTime() - hourMs))
    .execute()
}
