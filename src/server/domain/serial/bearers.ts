import { sql } from 'kysely'
import { cardStatus, serialStatus } from '../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'

export type BearerKind = 'serial' | 'card'

/** Wrong pins after which a serial or card is frozen. */
export const wrongPinsMax = 5

/** The states that both kinds go through, by their keys of each. */
export type BearerState = 'usable' | 'partlyUsed' | 'spent' | 'void' | 'expired' | 'frozen'

/** How one kind is kept. */
export interface BearerTable {
  readonly table: 'point_serial' | 'coupon_card'
  readonly statusOf: Readonly<Record<BearerState, string>>
  /** States in which the points cannot be spent yet. */
  readonly inactive: readonly string[]
}

export const bearerTables: Readonly<Record<BearerKind, BearerTable>> = {
  serial: { table: 'point_serial', statusOf: serialStatus, inactive: [serialStatus.inactive] },
  card: { table: 'coupon_card', statusOf: { ...cardStatus, usable: cardStatus.active }, inactive: [cardStatus.stock, cardStatus.shipped] },
}

/** A serial or card as stored. */
export interface Bearer {
  readonly kind: BearerKind
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

export interface BearerWithHash extends Bearer {
  readonly pinHash: Buffer
}

const columns = {
  serial: sql`id, holder_no, points, remaining_points, status, valid_from, expire_date, wrong_pins, frozen_by, last4, encode(pin_hash, 'hex') as pin_hash`,
  card: sql`id, holder_no, points, remaining_points, status, (activated_at at time zone 'Asia/Taipei')::date as valid_from, expire_date,
    wrong_pins, frozen_by, right(card_no, 4) as last4, encode(pin_hash, 'hex') as pin_hash`,
} as const satisfies Record<BearerKind, unknown>

/** The serial with this keyed hash or the card with this number; one statement, whatever there is. */
export async function findBearer(db: Executor, numberHash: Buffer, cardNo: string): Promise<BearerRef | null> {
  const { rows } = await sql<BearerRef>`
    select 'serial' as kind, id from point_serial where number_hash = decode(${numberHash.toString('hex')}, 'hex')
    union all select 'card', id from coupon_card where card_no = ${cardNo}`.execute(db)
  return rows[0] ?? null
}

/** Locks a serial or card until the transaction ends. Lock several by {@link compareBearers} only. */
export async function lockBearer(trx: Trx, { kind, id }: BearerRef): Promise<BearerWithHash | null> {
  const { rows } = await sql<Omit<BearerWithHash, 'kind' | 'pinHash'> & { pinHash: string }>`
    select ${columns[kind]} from ${sql.table(bearerTables[kind].table)} where id = ${id} for update`.execute(trx)
  const row = rows[0]
  return row ? { ...row, kind, pinHash: Buffer.from(row.pinHash, 'hex') } : null
}

export interface BearerRef {
  readonly kind: BearerKind
  readonly id: number
}

/** The one order in which serials and cards are locked: two calls can never wait for each other. */
export function compareBearers(first: BearerRef, second: BearerRef): number {
  return first.kind === second.kind ? first.id - second.id : first.kind.localeCompare(second.kind)
}

/** True when the points can be spent on the day. */
export function isUsable({ kind, status, validFrom, expireDate, remainingPoints }: Bearer, today: string): boolean {
  const { statusOf } = bearerTables[kind]
  const isOpen = status === statusOf.usable || status === statusOf.partlyUsed
  return isOpen && remainingPoints > 0 && (validFrom === null || validFrom <= today) && expireDate !== null && today <= expireDate
}

/** State by what is left; for bearers that are neither frozen nor ended. */
export function openState(points: number, remainingPoints: number): 'usable' | 'partlyUsed' | 'spent' {
  if (remainingPoints === 0) return 'spent'
  return remainingPoints === points ? 'usable' : 'partlyUsed'
}
