import { taipeiDate } from '../../../rules/dates.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import { ledger } from '../points/public.ts'
import type { SerialKeys } from '../serial/public.ts'
import { countMadeSerials, serialsPerChunk } from '../serial/public.ts'
import { cardTexts } from './cardRules.ts'
import { type CardBatch, makeNextCards, nextCardBatchNo } from './makeCards.ts'

/** What staff ask for with 製卡; cards of a corporate member's order are made by 產生序號 of the order. */
export interface CardOrder {
  readonly points: number
  readonly quantity: number
  readonly validMonths: number
  readonly cardVendor: string | null
}

/** A batch whose cards are being made; what a job needs to go on with it. */
export interface CardWork {
  readonly batch: CardBatch
  readonly requestedBy: string
}

/**
 * Makes the first cards of a new batch; `rest` is true when a job must make the others.
 *
 * @throws 400 for a quantity that no batch can have
 */
export async function startCards(
  trx: Trx,
  keys: SerialKeys,
  { order, userName, now }: { readonly order: CardOrder; readonly userName: string; readonly now: Date },
): Promise<{ readonly work: CardWork; readonly rest: boolean }> {
  if (order.quantity < 1) throw fieldsError({ quantity: '張數 格式錯誤' })
  const batch = { ...order, settlementNo: null, cardBatchNo: await nextCardBatchNo(trx, taipeiDate(now)) }
  if (order.quantity <= serialsPerChunk) await makeNextCards(trx, keys, { batch, createdBy: userName, now })
  return { work: { batch, requestedBy: userName }, rest: order.quantity > serialsPerChunk }
}

/** One more chunk of a batch, in a transaction of its own. @returns how many cards it has now */
export function makeCardChunk(db: Database, keys: SerialKeys, { batch, requestedBy }: CardWork, now: Date): Promise<number> {
  return ledger.run(db, async (trx) => {
    const made = await countMadeSerials(trx, batch.cardBatchNo)
    return made.serials >= batch.quantity ? made.serials : makeNextCards(trx, keys, { batch, createdBy: requestedBy, now })
  })
}

/** The text for the user. */
export function madeText({ batch }: CardWork, rest: boolean): string {
  return rest
    ? `批號 ${batch.cardBatchNo}：${cardTexts.making}`
    : `已製作 ${batch.quantity} 張卡片，批號 ${batch.cardBatchNo}。出貨前請下載製卡檔，卡片密碼只在檔中。`
}
