import { sql } from 'kysely'
import { cardStatus, serialStatus } from '../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'

export type RedeemableKind = 'serial' | 'card'

/** Wrong pins after which a serial or card is frozen. */
export const wrongPinsMax = 5

/** The states that both kinds go through, by their keys of each. */
export type RedeemableState = 'usable' | 'partlyUsed' | 'spent' | 'void' | 'expired' | 'frozen'

/** Where one kind (serial or card) is stored. */
export interface RedeemableTable {
  readonly table: 'point_serial' | 'coupon_card'
  readonly statusOf: Readonly<Record<RedeemableState, string>>
  /** States in which the points cannot be spent yet. */
  readonly inactive: readonly string[]
}

export const redeemableTables: Readonly<Record<RedeemableKind, RedeemableTable>> = {
  serial: { table: 'point_serial', statusOf: serialStatus, inactive: [serialStatus.inactive] },
  card: { table: 'coupon_card', statusOf: { ...cardStatus, usable: cardStatus.active }, inactive: [cardStatus.stock, cardStatus.shipped] },
}

/** A serial or card as stored: a number and pin that are worth points. */
export interface RedeemableCode {
  readonly kind: RedeemableKind
  readonly id: number
  readonly holderNo: string
  readonly points: number
  readonly remainingPoints: number
  readonly status: string
  /** Null for cards that are not activated. */
  readonly validFrom: string | null
  readonly expireDate: string | null
  readonly wrongPins: number
  readonly frozenBy: 'pin' | 'staff' | null
  /** Last characters of the number, for people. */
  readonly last4: string
}

export interface RedeemableCodeWithHash extends RedeemableCode {
  readonly pinHash: Buffer
}

const columns = {
  serial: sql`id, holder_no, points, remaining_points, status, valid_from, expire_date, wrong_pins, frozen_by, last4, encode(pin_hash, 'hex') as pin_hash`,
  card: sql`id, holder_no, points, remaining_points, status, (activated_at at time zone 'Asia/Taipei')::date as valid_from, expire_date,
    wrong_pins, frozen_by, right(card_no, 4) as last4, encode(pin_hash, 'hex') as pin_hash`,
} as const satisfies Record<RedeemableKind, unknown>

/** The serial with this keyed hash or the card with this number; one statement, whatever there is. */
export async function findRedeemableCode(db: Executor, numberHash: Buffer, cardNo: string): Promise<RedeemableCodeRef | null> {
  const { rows } = await sql<RedeemableCodeRef>`
    select 'serial' as kind, id from point_serial where number_hash = decode(${numberHash.toString('hex')}, 'hex')
    union all select 'card', id from coupon_card where card_no = ${cardNo}`.execute(db)
  return rows[0] ?? null
}

/** Locks a serial or card until the transaction ends. Lock several by {@link compareRedeemableCodes} only. */
export async function lockRedeemableCode(trx: Trx, { kind, id }: RedeemableCodeRef): Promise<RedeemableCodeWithHash | null> {
  const { rows } = await sql<Omit<RedeemableCodeWithHash, 'kind' | 'pinHash'> & { pinHash: string }>`
    select ${columns[kind]} from ${sql.table(redeemableTables[kind].table)} where id = ${id} for update`.execute(trx)
  const row = rows[0]
  return row ? { ...row, kind, pinHash: Buffer.from(row.pinHash, 'hex') } : null
}

export interface RedeemableCodeRef {
  readonly kind: RedeemableKind
  readonly id: number
}

/** The one order in which serials and cards are locked: two calls can never wait for each other. */
export function compareRedeemableCodes(first: RedeemableCodeRef, second: RedeemableCodeRef): number {
  return first.kind === second.kind ? first.id - second.id : first.kind.localeCompare(second.kind)
}

/** True when the points can be spent on the day. */
export function isUsable({ kind, status, validFrom, expireDate, remainingPoints }: RedeemableCode, today: string): boolean {
  const { statusOf } = redeemableTables[kind]
  const isOpen = status === statusOf.usable || status === statusOf.partlyUsed
  return isOpen && remainingPoints > 0 && (validFrom === null || validFrom <= today) && expireDate !== null && today <= expireDate
}

/** State by what is left; for codes that are neither frozen nor ended. */
export function openState(points: number, remainingPoints: number): 'usable' | 'partlyUsed' | 'spent' {
  if (remainingPoints === 0) return 'spent'
  return remainingPoints === points ? 'usable' : 'partlyUsed'
}
