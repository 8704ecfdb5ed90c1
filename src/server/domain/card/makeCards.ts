import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import {
  countMadeSerials,
  createCardNo,
  createPin,
  hashPin,
  type NumberAndPin,
  type SerialKeys,
  sealCodes,
  serialsPerChunk,
} from '../serial/public.ts'

/** What the cards of a batch have in common. */
export interface CardBatch {
  readonly cardBatchNo: string
  readonly settlementNo: string | null
  readonly points: number
  readonly quantity: number
  /** Months that an activated card lives, 6 to 36. */
  readonly validMonths: number
  readonly cardVendor: string | null
}

/** CD + yyyyMM + 4. @param today YYYY-MM-DD */
export async function nextCardBatchNo(trx: Trx, today: string): Promise<string> {
  const month = today.slice(0, 7).replace('-', '')
  return formatNumber(`CD${month}`, await nextNumber(trx, 'CD', month), 4)
}

interface MakeNextCardsInput {
  readonly batch: CardBatch
  readonly createdBy: string
  readonly now: Date
  readonly create?: (() => NumberAndPin) | undefined
}

/** Makes the next chunk of a batch, in stock and worth nothing. @returns how many cards the batch has now */
export async function makeNextCards(
  trx: Trx,
  keys: SerialKeys,
  { batch, createdBy, now, create = createCard }: MakeNextCardsInput,
): Promise<number> {
  const made = await countMadeSerials(trx, batch.cardBatchNo)
  const count = Math.min(serialsPerChunk, batch.quantity - made.serials)
  if (count <= 0) return made.serials
  const codes = await newCodes(trx, count, create)
  await insertCards(trx, keys, { batch, codes, createdBy, now })
  await sealCodes(trx, keys, { holderNo: batch.cardBatchNo, pieceNo: made.chunks, codes })
  return made.serials + count
}

const createCard = (): NumberAndPin => ({ number: createCardNo(), pin: createPin() })

/** A random number of eleven digits may already exist: such numbers are drawn again. Sorted, as cards lie in their boxes. */
async function newCodes(trx: Trx, count: number, create: () => NumberAndPin): Promise<readonly NumberAndPin[]> {
  const codes = new Map<string, NumberAndPin>()
  while (codes.size < count) {
    while (codes.size < count) {
      const code = create()
      codes.set(code.number, code)
    }
    const taken = await trx
      .selectFrom('couponCard')
      .select('cardNo')
      .where('cardNo', 'in', sql<string>`(select unnest(${[...codes.keys()]}::text[]))`)
      .execute()
    for (const { cardNo } of taken) codes.delete(cardNo)
  }
  return [...codes.values()].sort((first, second) => first.number.localeCompare(second.number))
}

interface InsertCardsInput {
  readonly batch: CardBatch
  readonly codes: readonly NumberAndPin[]
  readonly createdBy: string
  readonly now: Date
}

async function insertCards(trx: Trx, keys: SerialKeys, { batch, codes, createdBy, now }: InsertCardsInput): Promise<void> {
  const { cardBatchNo, settlementNo, points, validMonths, cardVendor } = batch
  const pinHashes = codes.map(({ number, pin }) => hashPin(keys, number, pin).toString('hex'))
  await sql`
    insert into coupon_card (card_batch_no, card_no, settlement_no, holder_no, pin_hash, points, valid_months, card_vendor, created_by,
      created_at)
    select ${cardBatchNo}::text, card_no, ${settlementNo}::text, ${settlementNo ?? cardBatchNo}::text, decode(pin_hash, 'hex'),
      ${points}::bigint, ${validMonths}::int, ${cardVendor}::text, ${createdBy}::text, ${now}::timestamptz
    from unnest(${codes.map(({ number }) => number)}::text[], ${pinHashes}::text[]) as made (card_no, pin_hash)`.execute(trx)
}
