import { type DeliveryMethod, deliveryMethod, serialBatchStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import type { ChangesOf, HookContext, RecordOf } from '../../records/hooks.ts'
import { makeNextCards, nextCardBatchNo } from '../card/public.ts'
import type { PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import type { NumberAndPin, SerialKeys } from '../serial/public.ts'
import { makeNextSerials } from '../serial/public.ts'
import { cardMonths } from './settlementRules.ts'

/** An order as its generation needs it. */
export interface Order {
  readonly settlementNo: string
  readonly corporateNo: string
  readonly deliveryMethod: DeliveryMethod
  readonly points: number
  readonly quantity: number
  readonly totalPoints: number
  readonly validFrom: string
  readonly validTo: string
}

type OrderFields = Omit<Order, 'points'> & Pick<RecordOf<'corporateSettlement'>, 'pointsPerSerial'>

export function orderOf(settlement: OrderFields): Order {
  const { settlementNo, corporateNo, deliveryMethod, pointsPerSerial: points, quantity, totalPoints, validFrom, validTo } = settlement
  return { settlementNo, corporateNo, deliveryMethod, points, quantity, totalPoints, validFrom, validTo }
}

export interface ChunkMaker {
  readonly keys: SerialKeys
  readonly userName: string
  readonly now: Date
  /** Codes of demo data; left out, random ones. */
  readonly createCode?: () => NumberAndPin
}

/** Makes the next serials or cards of an order. @returns how many it has now; `quantity` when nothing is left to make */
export async function makeNextChunk(trx: Trx, order: Order, { keys, userName, now, createCode }: ChunkMaker): Promise<number> {
  if (order.deliveryMethod === deliveryMethod.account) return order.quantity
  if (order.deliveryMethod === deliveryMethod.file)
    return makeNextSerials(trx, keys, { batch: order, createdBy: userName, now, create: createCode })
  const existing = await trx
    .selectFrom('couponCard')
    .select('cardBatchNo')
    .where('settlementNo', '=', order.settlementNo)
    .limit(1)
    .executeTakeFirst()
  const { settlementNo, points, quantity } = order
  const batch = {
    cardBatchNo: existing?.cardBatchNo ?? (await nextCardBatchNo(trx, taipeiDate(now))),
    ...{ settlementNo, points, quantity, cardVendor: null },
    validMonths: cardMonths(order.validFrom, order.validTo),
  }
  return makeNextCards(trx, keys, { batch, createdBy: userName, now, create: createCode })
}

/**
 * Makes one more chunk of an order in a transaction of its own. The order is locked, so that two workers make different chunks.
 *
 * @returns how many serials there are now; null when the order no longer waits for them (voided meanwhile, or done)
 */
export function makeChunkOf(db: Database, settlementId: number, maker: ChunkMaker): Promise<{ made: number; quantity: number } | null> {
  return ledger.run(db, async (trx) => {
    const row = await trx
      .selectFrom('corporateSettlement')
      .selectAll()
      .where('id', '=', settlementId)
      .where('status', '=', serialBatchStatus.approved)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    return { made: await makeNextChunk(trx, orderOf(row), maker), quantity: row.quantity }
  })
}

/** The last step: the points enter the ledger. Cards stay worthless until they are activated, so that nothing is posted for them. */
export async function finishGeneration(
  { trx, actor, now }: HookContext,
  settlement: OrderFields,
): Promise<ChangesOf<'corporateSettlement'>> {
  const order = orderOf(settlement)
  const context = saleContext(order.settlementNo, actor.userName, now)
  if (order.deliveryMethod === deliveryMethod.file) {
    await ledger.transfer(trx, { context, transfer: { kind: 'serialSale', settlementNo: order.settlementNo }, points: order.totalPoints })
  }
  if (order.deliveryMethod === deliveryMethod.account) {
    const { corporateNo, totalPoints: points, validTo: expireDate } = order
    await ledger.saleIntoAccount(trx, { context, corporateNo, points, expireDate })
  }
  const generatedCount = order.deliveryMethod === deliveryMethod.account ? 0 : order.quantity
  return { status: serialBatchStatus.generated, generatedAt: now.toISOString(), generatedCount }
}

function saleContext(settlementNo: string, userName: string, now: Date): PostingContext {
  const source = { work: 'SERIAL_SALE', workId: settlementNo }
  return { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: userName }
}
