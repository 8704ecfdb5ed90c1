import { sql } from 'kysely'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import type { OpenedSerial } from './openSerials.ts'
import {
  compareRedeemableCodes,
  isUsable,
  lockRedeemableCode,
  openState,
  type RedeemableCode,
  type RedeemableKind,
  redeemableTables,
} from './redeemableCodes.ts'
import { unusableSerial } from './refusals.ts'

/** Points of one serial or card. */
export interface SerialPart {
  readonly kind: RedeemableKind
  readonly id: number
  readonly useId: number
  readonly points: number
  readonly expireDate: string
  readonly last4: string
}

/** What was taken out of one SERIAL account of the ledger: post it as one entry. */
export interface HolderPart {
  /** `settlementNo` of the ledger's calls. */
  readonly holderNo: string
  readonly points: number
  readonly parts: readonly SerialPart[]
}

export interface TakeSerialsInput {
  /** From `openSerials`. */
  readonly serials: readonly OpenedSerial[]
  /** How many; `all` what is left. */
  readonly points: number | 'all'
  readonly use: { readonly kind: 'exchange'; readonly orderNo: string } | { readonly kind: 'deposit' }
  readonly now: Date
}

/**
 * Takes points from serials and cards: the nearest expiry first, then the smaller remainder. Post what is returned in the same
 * transaction (`ledger.exchange`, `ledger.serialDeposit`) in the order given: it is the order of the accounts.
 *
 * @throws ApiError E1602 when one of them was used, voided or frozen meanwhile; M22 when they hold less than `points`
 */
export async function takeSerials(trx: Trx, { serials, points, use, now }: TakeSerialsInput): Promise<readonly HolderPart[]> {
  const today = taipeiDate(now)
  const locked: RedeemableCode[] = []
  for (const serial of [...serials].sort(compareRedeemableCodes)) {
    const code = await lockRedeemableCode(trx, serial)
    if (!code || !isUsable(code, today)) throw unusableSerial(code ?? serial, today)
    locked.push(code)
  }
  const taken: (SerialPart & { readonly holderNo: string })[] = []
  for (const { code, part } of planTaking(locked, points)) {
    const useId = await takeFrom(trx, { code, part, use, now })
    const { kind, id, holderNo, last4 } = code
    taken.push({ kind, id, useId, points: part, expireDate: code.expireDate ?? today, last4, holderNo })
  }
  return byHolder(taken)
}

/** Which serial gives how much. @throws M22 */
function planTaking(serials: readonly RedeemableCode[], points: number | 'all'): readonly { code: RedeemableCode; part: number }[] {
  const order = [...serials].sort(
    (first, second) =>
      (first.expireDate ?? '').localeCompare(second.expireDate ?? '') ||
      first.remainingPoints - second.remainingPoints ||
      compareRedeemableCodes(first, second),
  )
  let wanted = points === 'all' ? Number.POSITIVE_INFINITY : points
  const plan = order.map((code) => {
    const part = Math.min(wanted, code.remainingPoints)
    wanted -= part
    return { code, part }
  })
  if (points !== 'all' && wanted > 0) throw apiError('M22')
  return plan.filter(({ part }) => part > 0)
}

interface TakeFromInput {
  readonly code: RedeemableCode
  readonly part: number
  readonly use: TakeSerialsInput['use']
  readonly now: Date
}

/** The condition repeats what the row lock guarantees: points that are not there must never be taken, whoever calls. */
async function takeFrom(trx: Trx, { code, part, use, now }: TakeFromInput): Promise<number> {
  const { table, statusOf } = redeemableTables[code.kind]
  const orderNo = use.kind === 'exchange' ? use.orderNo : null
  const { rows } = await sql<{ id: number }>`
    with taken as (
      update ${sql.table(table)}
      set remaining_points = remaining_points - ${part},
        status = ${statusOf[openState(code.points, code.remainingPoints - part)]},
        used_at = ${now}, order_no = ${orderNo}, row_version = row_version + 1, updated_at = ${now}
      where id = ${code.id} and remaining_points = ${code.remainingPoints} and status in (${statusOf.usable}, ${statusOf.partlyUsed})
      returning id, holder_no
    )
    insert into serial_use (bearer_kind, bearer_id, holder_no, use_kind, points, order_no, used_at)
    select ${code.kind}::text, id, holder_no, ${use.kind}::text, ${part}::bigint, ${orderNo}::text, ${now}::timestamptz from taken
    returning id`.execute(trx)
  const useId = rows[0]?.id
  if (useId === undefined) throw unusableSerial({ ...code, remainingPoints: 0, status: statusOf.spent }, taipeiDate(now))
  return useId
}

function byHolder(taken: readonly (SerialPart & { readonly holderNo: string })[]): readonly HolderPart[] {
  const holders = [...new Set(taken.map((part) => part.holderNo))].sort()
  return holders.map((holderNo) => {
    const parts = taken.filter((part) => part.holderNo === holderNo).map(({ holderNo: _holderNo, ...part }) => part)
    return { holderNo, points: parts.reduce((sum, part) => sum + part.points, 0), parts }
  })
}

/**
 * Gives the points of a cancelled order back to the serials and cards they came from. An expired one is found by the next expiry run, a
 * voided one comes back frozen, for staff to decide. Post `ledger.exchangeCancel` per holder in the same transaction. Never more than was
 * taken, however often it is called.
 *
 * @param points how many; left out, all that the order still has
 * @returns what was given back by account, in their order
 */
export async function giveBackSerials(
  trx: Trx,
  orderNo: string,
  now: Date,
  points: number = Number.POSITIVE_INFINITY,
): Promise<readonly { readonly holderNo: string; readonly points: number }[]> {
  const { rows } = await sql<{ kind: RedeemableKind; id: number; points: number }>`
    select bearer_kind as kind, bearer_id as id, sum(points)::bigint as points from serial_use
    where order_no = ${orderNo} group by 1, 2 having sum(points) > 0`.execute(trx)
  const given = new Map<string, number>()
  let wanted = points
  for (const part of [...rows].sort(compareRedeemableCodes)) {
    const returned = Math.min(wanted, Number(part.points))
    if (returned === 0) break
    const code = await lockRedeemableCode(trx, part)
    if (!code) throw new Error(`serial ${part.id} of order ${orderNo} is gone`)
    await giveBack(trx, { code, points: returned, orderNo, now })
    given.set(code.holderNo, (given.get(code.holderNo) ?? 0) + returned)
    wanted -= returned
  }
  return [...given].sort(([first], [second]) => first.localeCompare(second)).map(([holderNo, back]) => ({ holderNo, points: back }))
}

interface GiveBackInput {
  readonly code: RedeemableCode
  readonly points: number
  readonly orderNo: string
  readonly now: Date
}

async function giveBack(trx: Trx, { code, points, orderNo, now }: GiveBackInput): Promise<void> {
  const { table, statusOf } = redeemableTables[code.kind]
  const isFrozen = code.status === statusOf.frozen || code.status === statusOf.void
  const status = isFrozen ? statusOf.frozen : statusOf[openState(code.points, code.remainingPoints + points)]
  const frozenBy = isFrozen ? (code.frozenBy ?? 'staff') : null
  await sql`
    with given as (
      update ${sql.table(table)} set remaining_points = remaining_points + ${points}, status = ${status},
        frozen_by = ${frozenBy}, row_version = row_version + 1, updated_at = ${now}
      where id = ${code.id} returning id, holder_no
    )
    insert into serial_use (bearer_kind, bearer_id, holder_no, use_kind, points, order_no, used_at)
    select ${code.kind}::text, id, holder_no, 'exchange', ${-points}::bigint, ${orderNo}::text, ${now}::timestamptz from given`.execute(trx)
}
