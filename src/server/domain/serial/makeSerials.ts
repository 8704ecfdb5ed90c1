import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'
import { encryptField } from '../../platform/fieldCipher.ts'
import { createPin, createSerialNo, type NumberAndPin } from './randomCodes.ts'
import { hashPin, hashSerialNo, type SerialKeys } from './serialKeys.ts'

/** Serials per statement, and so the number that is in memory at a time. */
export const serialsPerChunk = 5000

/** What the serials of an order have in common. */
export interface SerialBatch {
  readonly settlementNo: string
  readonly points: number
  readonly quantity: number
  readonly validFrom: string
  /** YYYY-MM-DD, last day. */
  readonly validTo: string
}

/** How many serials of an order were made; one chunk is made whole or not at all. */
export async function countMadeSerials(trx: Trx, settlementNo: string): Promise<{ readonly chunks: number; readonly serials: number }> {
  const { rows } = await sql<{ chunks: number; serials: number }>`
    select count(*)::int as chunks, coalesce(sum(row_count), 0)::int as serials from serial_secret where holder_no = ${settlementNo}`.execute(
    trx,
  )
  return rows[0] ?? { chunks: 0, serials: 0 }
}

interface MakeNextSerialsInput {
  readonly batch: SerialBatch
  readonly createdBy: string
  readonly now: Date
  readonly create?: (() => NumberAndPin) | undefined
}

/**
 * Makes the next chunk of an order, not yet usable, and seals its list for the owner.
 *
 * @returns how many serials the order has now; equal to `quantity` when all are made
 */
export async function makeNextSerials(
  trx: Trx,
  keys: SerialKeys,
  { batch, createdBy, now, create = createSerial }: MakeNextSerialsInput,
): Promise<number> {
  const made = await countMadeSerials(trx, batch.settlementNo)
  const count = Math.min(serialsPerChunk, batch.quantity - made.serials)
  if (count <= 0) return made.serials
  const codes = Array.from({ length: count }, create)
  await insertSerials(trx, keys, { batch, codes, createdBy, now })
  await sealCodes(trx, keys, { holderNo: batch.settlementNo, pieceNo: made.chunks, codes })
  return made.serials + count
}

const createSerial = (): NumberAndPin => ({ number: createSerialNo(), pin: createPin() })

interface InsertSerialsInput {
  readonly batch: SerialBatch
  readonly codes: readonly NumberAndPin[]
  readonly createdBy: string
  readonly now: Date
}

async function insertSerials(trx: Trx, keys: SerialKeys, { batch, codes, createdBy, now }: InsertSerialsInput): Promise<void> {
  const { settlementNo, points, validFrom, validTo } = batch
  const numberHashes = codes.map(({ number }) => hashSerialNo(keys, number).toString('hex'))
  const pinHashes = codes.map(({ number, pin }) => hashPin(keys, number, pin).toString('hex'))
  const lasts = codes.map(({ number }) => number.slice(-4))
  await sql`
    insert into point_serial (settlement_no, holder_no, number_hash, pin_hash, last4, points, remaining_points, valid_from, expire_date,
      created_by, created_at)
    select ${settlementNo}::text, ${settlementNo}::text, decode(number_hash, 'hex'), decode(pin_hash, 'hex'), last4, ${points}::bigint,
      ${points}::bigint, ${validFrom}::date, ${validTo}::date, ${createdBy}::text, ${now}::timestamptz
    from unnest(${numberHashes}::text[], ${pinHashes}::text[], ${lasts}::text[]) as made (number_hash, pin_hash, last4)`.execute(trx)
}

interface SealCodesInput {
  readonly holderNo: string
  readonly pieceNo: number
  readonly codes: readonly NumberAndPin[]
}

/** Stores codes encrypted for the file of their owner; they cannot be read without the key of the installation. */
export async function sealCodes(trx: Trx, keys: SerialKeys, { holderNo, pieceNo, codes }: SealCodesInput): Promise<void> {
  const text = codes.map(({ number, pin }) => `${number} ${pin}`).join('\n')
  const sealed = encryptField(keys.seal, chunkContext(holderNo, pieceNo), text)
  await trx.insertInto('serialSecret').values({ holderNo, pieceNo, rowCount: codes.length, sealed }).execute()
}

/** Additional data of the encryption: a sealed chunk that is moved to another row cannot be decrypted. */
export function chunkContext(holderNo: string, pieceNo: number): string {
  return `${holderNo}.${pieceNo}`
}
