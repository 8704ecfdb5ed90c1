import { sql } from 'kysely'
import { type ExchangeChannel, exchangeChannel, exchangeStatus } from '../../../rules/codes.generated.ts'
import { startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import { keyReusedCode } from '../../../rules/refusalCodes.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { ApiError, apiError, textError } from '../../platform/errors.ts'
import { expireDateOf } from '../coupon/public.ts'
import type { Posted, PostingContext } from '../points/public.ts'
import { LedgerRefusal, ledger } from '../points/public.ts'
import { exchangeTexts, isOffered, type Product, priceOf, sumByProduct } from './exchangeRules.ts'
import { findProducts } from './products.ts'

/** So many coupons of one product for one recipient. */
export interface WantedLine {
  readonly couponBatchNo: string
  readonly quantity: number
  readonly recipient: Recipient
}

export interface Recipient {
  readonly name: string
  readonly mobile: string
  readonly email: string
}

/** Points that one posting of the ledger took. */
export interface PaidPart {
  /** Batch of serials or cards; null for the account of a corporate member. */
  readonly holderNo: string | null
  readonly points: number
  readonly posted: Posted
}

/** Takes the points of an order, in its transaction. @throws ApiError when there are not enough */
export type Pay = (
  trx: Trx,
  order: { readonly orderNo: string; readonly points: number; readonly context: PostingContext },
) => Promise<readonly PaidPart[]>

export interface OrderInput {
  readonly channel: ExchangeChannel
  /** The corporate member whose points pay; null when serials of no single member pay. */
  readonly corporateNo: string | null
  /** Made by the client when its form opened. */
  readonly orderKey: string
  /** Hash over everything the client sent but the captcha. */
  readonly requestHash: string
  readonly lines: readonly WantedLine[]
  readonly pay: Pay
  readonly orderedBy: string
  readonly now: Date
}

export interface PlacedOrder {
  readonly orderId: number
  readonly orderNo: string
  /** True: an order with this key existed, and this is that order. */
  readonly replayed: boolean
}

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

/** The owner part of the unique key of an order. */
function ownerKeyOf({ channel, corporateNo }: Pick<OrderInput, 'channel' | 'corporateNo'>): string {
  return channel === exchangeChannel.account ? (corporateNo ?? '') : ''
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
  const { lines, now, orderedBy } = input
  const sums = sumByProduct(lines)
  const products = await findProducts(trx, [...sums.keys()], 'locked')
  for (const [couponBatchNo, quantity] of sums) assertOffered(products.get(couponBatchNo), quantity, input)
  if (input.channel === exchangeChannel.account) await assertWithinMonth(trx, input, sums, products)
  const { quantity, points, faceAmount } = priceOf(products, lines)
  const orderNo = await nextOrderNo(trx, now)
  const order = await trx
    .insertInto('exchangeOrder')
    .values({
      ...{ orderNo, channel: input.channel, corporateNo: input.corporateNo, ownerKey: ownerKeyOf(input), orderKey: input.orderKey },
      ...{ requestHash: input.requestHash, orderedAt: now, quantity, points, faceAmount, createdBy: orderedBy, createdAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await takePoints(trx, input, { orderId: order.id, orderNo, points })
  await takeCoupons(trx, { orderId: order.id, lines, products, now })
  return { orderId: order.id, orderNo }
}

function assertOffered(product: Product | undefined, quantity: number, { channel, now }: OrderInput): asserts product is Product {
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

async function nextOrderNo(trx: Trx, now: Date): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('exchange_order_number') % 1000000 as number`.execute(trx)
  return `EX${taipeiDate(now).replaceAll('-', '')}${String(rows[0]?.number ?? 0).padStart(6, '0')}`
}

async function takePoints(trx: Trx, input: OrderInput, order: { orderId: number; orderNo: string; points: number }): Promise<void> {
  const { now, orderedBy } = input
  const { orderId, orderNo, points } = order
  const source = { work: 'EXCHANGE', workId: orderNo }
  const context: PostingContext = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: orderedBy }
  const parts = await input.pay(trx, { orderNo, points, context }).catch((error: unknown) => {
    // The portal's text; partners never see this posting.
    throw error instanceof LedgerRefusal && error.refusal === 'E1301' ? apiError('M22') : error
  })
  if (parts.reduce((sum, part) => sum + part.points, 0) !== points) throw new Error(`order ${orderNo} was not paid in full`)
  const rows = parts.map(({ holderNo, points: part, posted }, index) => ({
    ...{ orderId, lineNo: index + 1, holderNo, points: part },
    ...{ transactionId: posted.transactionId, transactionNo: posted.transactionNo },
  }))
  await trx.insertInto('exchangePosting').values(rows).execute()
}

interface TakeCouponsInput {
  readonly orderId: number
  readonly lines: readonly WantedLine[]
  readonly products: ReadonlyMap<string, Product>
  readonly now: Date
}

/** Done last, so that no coupon is locked by an order that then turns out to lack the points. @throws ApiError 庫存不足 */
async function takeCoupons(trx: Trx, { orderId, lines, products, now }: TakeCouponsInput): Promise<void> {
  for (const [index, line] of lines.entries()) {
    const product = products.get(line.couponBatchNo)
    if (!product) throw new Error(`product ${line.couponBatchNo} was not read`)
    const { quantity, couponBatchNo, recipient } = line
    const { id } = await trx
      .insertInto('exchangeLine')
      .values({
        ...{ orderId, lineNo: index + 1, couponBatchNo, quantity },
        ...{ points: quantity * product.pointsPerCoupon, faceAmount: quantity * product.faceValue },
        ...{ recipientName: recipient.name, recipientMobile: recipient.mobile, recipientEmail: recipient.email },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { rows } = await sql`
      select t.id from exchange_line l, coupon_take(l, ${expireDateOf(product, now)}::date, ${now}::timestamptz) t where l.id = ${id}`.execute(
      trx,
    )
    if (rows.length < quantity) throw new ApiError(409, 'STOCK', exchangeTexts.stock(product.couponName))
  }
}
