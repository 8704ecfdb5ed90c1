import { sql } from 'kysely'
import { exchangeChannel } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import { expireDateOf } from '../coupon/public.ts'
import { exchangeTexts, type Product, priceOf } from './exchangeRules.ts'
import type { OrderInput, PaidPart, WantedLine } from './order.ts'

// Writes orders, one or many, in as many SQL statements as for one.

/** What of an order is stored before its points are taken. */
export type NewOrder = Pick<OrderInput, 'channel' | 'corporateNo' | 'orderKey' | 'requestHash' | 'lines' | 'orderedBy' | 'now'>

/** An order that has its number. */
export interface StoredOrder {
  readonly orderId: number
  readonly orderNo: string
  readonly points: number
}

/** The owner part of the unique key of an order. */
export function ownerKeyOf({ channel, corporateNo }: Pick<OrderInput, 'channel' | 'corporateNo'>): string {
  return channel === exchangeChannel.account ? (corporateNo ?? '') : ''
}

/** @returns what was stored, in the order of the orders */
export async function insertOrders(
  trx: Trx,
  orders: readonly NewOrder[],
  products: ReadonlyMap<string, Product>,
): Promise<readonly StoredOrder[]> {
  const numbers = await nextNumbers(trx, orders.length)
  const rows = orders.map(({ lines, orderedBy, now, ...order }, index) => ({
    ...{ channel: order.channel, corporateNo: order.corporateNo, ownerKey: ownerKeyOf(order), orderKey: order.orderKey },
    ...{ requestHash: order.requestHash, orderedAt: now, ...priceOf(products, lines), createdBy: orderedBy, createdAt: now },
    orderNo: `EX${taipeiDate(now).replaceAll('-', '')}${String(numbers[index]).padStart(6, '0')}`,
  }))
  const stored = await trx.insertInto('exchangeOrder').values(rows).returning(['id', 'orderNo']).execute()
  const ids = new Map(stored.map(({ id, orderNo }) => [orderNo, id]))
  return rows.map(({ orderNo, points }) => ({ orderId: ids.get(orderNo) as number, orderNo, points }))
}

async function nextNumbers(trx: Trx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('exchange_order_number') % 1000000 as number from generate_series(1, ${count}::int)`.execute(trx)
  return rows.map(({ number }) => number)
}

/** Stores which postings paid the orders. */
export async function insertPaidParts(
  trx: Trx,
  orders: readonly { readonly orderId: number; readonly parts: readonly PaidPart[] }[],
): Promise<void> {
  const rows = orders.flatMap(({ orderId, parts }) =>
    parts.map(({ holderNo, points, posted }, index) => ({
      ...{ orderId, lineNo: index + 1, holderNo, points },
      ...{ transactionId: posted.transactionId, transactionNo: posted.transactionNo },
    })),
  )
  await trx.insertInto('exchangePosting').values(rows).execute()
}

interface CouponsTaken {
  readonly orderId: number
  readonly lines: readonly WantedLine[]
  readonly now: Date
}

/** Lines in one statement, because of the number of parameters. */
const linesMax = 2000

/**
 * Takes the coupons of orders, in their order. Done last, so that no coupon is locked by an order that then turns out to lack the points.
 *
 * @throws ApiError 庫存不足
 */
export async function takeCoupons(trx: Trx, orders: readonly CouponsTaken[], products: ReadonlyMap<string, Product>): Promise<void> {
  const wanted = orders.flatMap(({ orderId, lines, now }) =>
    lines.map((line, index) => {
      const product = products.get(line.couponBatchNo)
      if (!product) throw new Error(`product ${line.couponBatchNo} was not read`)
      return { orderId, lineNo: index + 1, line, product, now }
    }),
  )
  for (let start = 0; start < wanted.length; start += linesMax) await takeLines(trx, wanted.slice(start, start + linesMax))
}

interface WantedCoupons {
  readonly orderId: number
  readonly lineNo: number
  readonly line: WantedLine
  readonly product: Product
  readonly now: Date
}

async function takeLines(trx: Trx, wanted: readonly WantedCoupons[]): Promise<void> {
  const stored = await trx.insertInto('exchangeLine').values(wanted.map(lineRow)).returning(['id', 'orderId', 'lineNo']).execute()
  const ids = new Map(stored.map(({ id, orderId, lineNo }) => [`${orderId} ${lineNo}`, id]))
  const lineIds = wanted.map(({ orderId, lineNo }) => ids.get(`${orderId} ${lineNo}`) as number)
  const expireDates = wanted.map(({ product, now }) => expireDateOf(product, now))
  const { rows } = await sql<{ place: number; taken: number }>`
    select w.place, count(t.id)::int as taken
    from (
      select l as line, n.place, n.expire_date, n.taken_at
      from unnest(${lineIds}::bigint[], ${expireDates}::date[], ${wanted.map(({ now }) => now)}::timestamptz[])
        with ordinality as n (line_id, expire_date, taken_at, place)
      join exchange_line l on l.id = n.line_id order by n.place
    ) as w
    cross join lateral coupon_take(w.line, w.expire_date, w.taken_at) t
    group by 1`.execute(trx)
  const taken = new Map(rows.map((row) => [row.place, row.taken]))
  for (const [index, { line, product }] of wanted.entries()) {
    if ((taken.get(index + 1) ?? 0) < line.quantity) throw new ApiError(409, 'STOCK', exchangeTexts.stock(product.couponName))
  }
}

function lineRow({ orderId, lineNo, line: { couponBatchNo, quantity, recipient }, product }: WantedCoupons) {
  return {
    ...{ orderId, lineNo, couponBatchNo, quantity },
    ...{ points: quantity * product.pointsPerCoupon, faceAmount: quantity * product.faceValue },
    ...{ recipientName: recipient.name, recipientMobile: recipient.mobile, recipientEmail: recipient.email },
  }
}
