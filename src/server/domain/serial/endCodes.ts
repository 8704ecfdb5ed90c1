import { type RawBuilder, sql } from 'kysely'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import type { PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import { type RedeemableKind, redeemableTables } from './redeemableCodes.ts'

/** Which serials or cards something is done to. */
export type CodeChoice = { readonly ids: readonly number[] } | { readonly settlementNo: string }

/** Who does it, and when. */
export interface ChangeStamp {
  readonly userName: string
  readonly now: Date
}

function chosen(choice: CodeChoice): RawBuilder<boolean> {
  return 'ids' in choice ? sql<boolean>`id = any(${[...choice.ids]}::bigint[])` : sql<boolean>`settlement_no = ${choice.settlementNo}`
}

/**
 * Stops serials or cards that could be spent (凍結). @returns how many
 * @throws M09 when one was chosen by id that cannot be spent
 */
export async function freezeCodes(trx: Trx, kind: RedeemableKind, choice: CodeChoice, { userName, now }: ChangeStamp): Promise<number> {
  const { table, statusOf } = redeemableTables[kind]
  await lockChosen(trx, kind, choice)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set status = ${statusOf.frozen}, frozen_by = 'staff', row_version = row_version + 1,
      updated_by = ${userName}, updated_at = ${now}
    where ${chosen(choice)} and status in (${statusOf.usable}, ${statusOf.partlyUsed})`.execute(trx)
  return complete(choice, Number(numAffectedRows ?? 0))
}

/**
 * Lets frozen ones be spent again and forgets wrong pins (解凍). Of a whole order only those that staff froze: each one that wrong pins
 * froze is looked at by itself. @returns how many
 * @throws M09 when one was chosen by id that is not frozen
 */
export async function unfreezeCodes(trx: Trx, kind: RedeemableKind, choice: CodeChoice, { userName, now }: ChangeStamp): Promise<number> {
  const { table, statusOf } = redeemableTables[kind]
  await lockChosen(trx, kind, choice)
  const limit = 'ids' in choice ? sql<boolean>`true` : sql<boolean>`frozen_by = 'staff'`
  const { numAffectedRows } = await sql`
    update ${sql.table(table)}
    set status = case when remaining_points = points then ${statusOf.usable} else ${statusOf.partlyUsed} end, frozen_by = null,
      wrong_pins = 0, row_version = row_version + 1, updated_by = ${userName}, updated_at = ${now}
    where ${chosen(choice)} and status = ${statusOf.frozen} and ${limit}`.execute(trx)
  return complete(choice, Number(numAffectedRows ?? 0))
}

function complete(choice: CodeChoice, count: number): number {
  if (count === 0 || ('ids' in choice && count < new Set(choice.ids).size)) throw apiError('M09')
  return count
}

async function lockChosen(trx: Trx, kind: RedeemableKind, choice: CodeChoice): Promise<readonly LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    select id, status, remaining_points from ${sql.table(redeemableTables[kind].table)} where ${chosen(choice)} order by id for update`.execute(
    trx,
  )
  return rows
}

interface LockedRow {
  readonly id: number
  readonly status: string
  readonly remainingPoints: number
}

/**
 * Ends serials or cards and takes what is left of them back to the point centre (SERIAL_VOID). Of an order those that have ended stay
 * as they are.
 *
 * @returns how many were ended and the points taken back
 * @throws M09 when one that was chosen by id has ended already or none is left, M08 when there is none
 */
export async function voidCodes(
  trx: Trx,
  kind: RedeemableKind,
  choice: CodeChoice,
  stamp: ChangeStamp,
): Promise<{ readonly count: number; readonly points: number }> {
  const { statusOf } = redeemableTables[kind]
  const ended: readonly string[] = [statusOf.spent, statusOf.void, statusOf.expired]
  const rows = await lockChosen(trx, kind, choice)
  const open = rows.filter((row) => !ended.includes(row.status))
  if (rows.length === 0) throw apiError('M08')
  if (open.length === 0 || ('ids' in choice && open.length < rows.length)) throw apiError('M09')
  const stillOpen = sql<boolean>`${chosen(choice)} and status not in (${sql.join([...ended])})`
  const holders = await endRows(trx, { kind, how: 'void', where: stillOpen, changeStamp: stamp })
  for (const holder of holders) {
    const context = contextOf('SERIAL_VOID', holder.firstUseId, stamp)
    await ledger.transfer(trx, { context, transfer: { kind: 'serialVoid', settlementNo: holder.holderNo }, points: holder.points })
  }
  return { count: open.length, points: holders.reduce((sum, holder) => sum + holder.points, 0) }
}

interface EndedHolder {
  readonly holderNo: string
  readonly points: number
  readonly firstUseId: number
}

interface EndRowsInput {
  readonly kind: RedeemableKind
  readonly how: 'void' | 'expire'
  readonly where: RawBuilder<boolean>
  readonly changeStamp: ChangeStamp
}

/** Sets the end state and writes down what was left, by account in their order. */
async function endRows(trx: Trx, { kind, how, where, changeStamp: { userName, now } }: EndRowsInput): Promise<readonly EndedHolder[]> {
  const { table, statusOf } = redeemableTables[kind]
  const status = how === 'void' ? statusOf.void : statusOf.expired
  // Both parts of the statement see the rows as they were before: the caller has locked them.
  const { rows } = await sql<EndedHolder>`
    with kept as (
      select id, holder_no, remaining_points from ${sql.table(table)} where ${where}
    ), ended as (
      update ${sql.table(table)} set status = ${status}, remaining_points = 0, frozen_by = null, row_version = row_version + 1,
        updated_by = ${userName}, updated_at = ${now}
      where ${where} returning id
    ), used as (
      insert into serial_use (bearer_kind, bearer_id, holder_no, use_kind, points, used_at)
      select ${kind}::text, kept.id, kept.holder_no, ${how}::text, kept.remaining_points, ${now}::timestamptz
      from kept join ended on ended.id = kept.id where kept.remaining_points > 0
      returning id, holder_no, points
    )
    select holder_no, sum(points)::bigint as points, min(id)::bigint as first_use_id from used group by holder_no order by holder_no`.execute(
    trx,
  )
  return rows.map(({ holderNo, points, firstUseId }) => ({ holderNo, points: Number(points), firstUseId: Number(firstUseId) }))
}

function contextOf(work: string, useId: number, { userName, now }: ChangeStamp): PostingContext {
  return { now, businessAt: now, source: { work, workId: String(useId) }, companyNo: null, retailStoreNo: null, createdBy: userName }
}

const expiryChunkSize = 2000

/**
 * Expires what is left of serials and cards past their day, a few of one account at a time so that nobody waits long. Safe to repeat.
 *
 * @returns numbers of serials and cards
 */
export async function expireCodes(db: Database, now: Date): Promise<Readonly<Record<RedeemableKind, number>>> {
  const counts = { serial: 0, card: 0 }
  for (const kind of ['serial', 'card'] as const) {
    for (;;) {
      const count = await ledger.run(db, (trx) => expireChunk(trx, kind, now))
      if (count === 0) break
      counts[kind] += count
    }
  }
  return counts
}

async function expireChunk(trx: Trx, kind: RedeemableKind, now: Date): Promise<number> {
  const { table, statusOf } = redeemableTables[kind]
  const open = sql`expire_date < ${taipeiDate(now)} and status in (${statusOf.usable}, ${statusOf.partlyUsed})`
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where ${open} and holder_no = (select min(holder_no) from ${sql.table(table)} where ${open})
    order by id limit ${expiryChunkSize} for update`.execute(trx)
  if (rows.length === 0) return 0
  const stamp = { userName: '系統', now }
  const ids = sql<boolean>`id = any(${rows.map((row) => row.id)}::bigint[]) and ${open}`
  for (const holder of await endRows(trx, { kind, how: 'expire', where: ids, changeStamp: stamp })) {
    const context = contextOf('SERIAL_EXPIRE', holder.firstUseId, stamp)
    await ledger.expireSerials(trx, { context, settlementNo: holder.holderNo, points: holder.points })
  }
  return rows.length
}
