import { sql } from 'kysely'
import { exchangeChannel, exchangeStatus } from '../../../rules/codes.generated.ts'
import { startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import { keyReusedCode } from '../../../rules/refusalCodes.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { LedgerRefusal, ledger, type PostingContext } from '../points/public.ts'
import { exchangeTexts, isOffered, type Product, sumByProduct } from './exchangeRules.ts'
import type { OrderInput, PaidPart, PlacedOrder } from './order.ts'
import { findProducts } from './products.ts'
import { insertOrders, insertPaidParts, ownerKeyOf, type StoredOrder, takeCoupons } from './writeOrders.ts'

/**
 * Exchanges points for coupons: points, coupons, order and `finish` (mail) in one database transaction, or nothing of it. The same key
 * is the same order for ever, however often and however parallel it is sent.
 *
 * @param finish runs in the transaction of the first time only
 * @throws ApiError with the texts of domain 4.18: stock, points, limits, a product that is not offered
 */
export function placeOrder(db: Database, input: OrderInput, finish: Finish): Promise<PlacedOrder> {
  return ledger.run(db, (trx) => placeOrderIn(trx, input, finish))
}

type Finish = (trx: Trx, order: { readonly orderId: number; readonly orderNo: string }) => Promise<void>

/** {@link placeOrder} in a transaction that is open already (demo data). */
export async function placeOrderIn(trx: Trx, input: OrderInput, finish: Finish): Promise<PlacedOrder> {
  await lockOwner(trx, input)
  const before = await findOrder(trx, input)
  if (before) return before
  const placed = await place(trx, input)
  await finish(trx, placed)
  return { ...placed, replayed: false }
}

/**
 * Locks: orders of one member run one after another, because of the monthly limit; an order paid by serials waits only for copies of
 * itself.
 */
async function lockOwner(trx: Trx, input: OrderInput): Promise<void> {
  const name = input.channel === exchangeChannel.account ? ownerKeyOf(input) : input.orderKey
  await sql`select exchange_lock(${`${input.channel} ${name}`})`.execute(trx)
}

/** @throws 409 when the key came with another content before */
export async function findOrder(
  db: Database | Trx,
  input: Pick<OrderInput, 'channel' | 'corporateNo' | 'orderKey' | 'requestHash'>,
): Promise<PlacedOrder | null> {
  const row = await db
    .selectFrom('exchangeOrder')
    .select(['id', 'orderNo', 'requestHash'])
    .where('channel', '=', input.channel)
    .where('ownerKey', '=', ownerKeyOf(input))
    .where('orderKey', '=', input.orderKey)
    .executeTakeFirst()
  if (!row) return null
  if (row.requestHash !== input.requestHash) throw textError(409, exchangeTexts.otherContent, keyReusedCode)
  return { orderId: row.id, orderNo: row.orderNo, replayed: true }
}

async function place(trx: Trx, input: OrderInput): Promise<{ orderId: number; orderNo: string }> {
  const { lines, now } = input
  const sums = sumByProduct(lines)
  const products = await findProducts(trx, [...sums.keys()], 'locked')
  for (const [couponBatchNo, quantity] of sums) assertOffered(products.get(couponBatchNo), quantity, input)
  if (input.channel === exchangeChannel.account) await assertWithinMonth(trx, input, sums, products)
  const [order] = await insertOrders(trx, [input], products)
  if (!order) throw new Error('an order was not stored')
  const { orderId, orderNo } = order
  await insertPaidParts(trx, [{ orderId, parts: await takePoints(trx, input, order) }])
  await takeCoupons(trx, [{ orderId, lines, now }], products)
  return { orderId, orderNo }
}

/** @throws ApiError for a product that the channel does not offer at that time, or not so many of it */
export function assertOffered(
  product: Product | undefined,
  quantity: number,
  { channel, now }: Pick<OrderInput, 'channel' | 'now'>,
): asserts product is Product {
  if (!product) throw textError(409, exchangeTexts.unknown)
  if (!isOffered(product, channel, now)) throw textError(409, exchangeTexts.unavailable(product.couponName), 'UNAVAILABLE')
  if (quantity > product.perOrderLimit) throw textError(409, exchangeTexts.perOrder, 'LIMIT')
}

/** By months of Taipei; cancelled orders do not count. */
async function assertWithinMonth(
  trx: Trx,
  { corporateNo, now }: OrderInput,
  sums: ReadonlyMap<string, number>,
  products: ReadonlyMap<string, Product>,
): Promise<void> {
  const taken = await countThisMonth(trx, corporateNo ?? '', [...sums.keys()], now)
  for (const [couponBatchNo, quantity] of sums) {
    const limit = products.get(couponBatchNo)?.perCorporateMonthly ?? 0
    if ((taken.get(couponBatchNo) ?? 0) + quantity > limit) throw textError(409, exchangeTexts.monthly, 'LIMIT')
  }
}

/** Coupons that a member has exchanged since the first of the month, by product. */
export async function countThisMonth(
  db: Database | Trx,
  corporateNo: string,
  couponBatchNos: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const monthStart = startOfTaipeiDate(`${taipeiDate(now).slice(0, 7)}-01`)
  const { rows } = await sql<{ couponBatchNo: string; count: number }>`
    select l.coupon_batch_no, sum(l.quantity)::int as count from exchange_order o join exchange_line l on l.order_id = o.id
    where o.channel = ${sql.lit(exchangeChannel.account)} and o.corporate_no = ${corporateNo}
      and o.status = ${sql.lit(exchangeStatus.done)} and o.ordered_at >= ${monthStart}
      and l.coupon_batch_no = any (${[...couponBatchNos]}::text[])
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.couponBatchNo, row.count]))
}

/** What the posting of an order has in common with others of it. */
export function paymentContext({ orderedBy, now }: Pick<OrderInput, 'orderedBy' | 'now'>, orderNo: string): PostingContext {
  const source = { work: 'EXCHANGE', workId: orderNo }
  return { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: orderedBy }
}

async function takePoints(trx: Trx, input: OrderInput, { orderNo, points }: StoredOrder): Promise<readonly PaidPart[]> {
  const context = paymentContext(input, orderNo)
  const parts = await input.pay(trx, { orderNo, points, context }).catch((error: unknown) => {
    // The portal's text; partners never see this posting.
    throw error instanceof LedgerRefusal && error.refusal === 'E1301' ? apiError('M22') : error
  })
  if (parts.reduce((sum, part) => sum + part.points, 0) !== points) throw new Error(`order ${orderNo} was not paid in full`)
  return parts
}
