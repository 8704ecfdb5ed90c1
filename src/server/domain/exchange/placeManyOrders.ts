import { sql } from 'kysely'
import { exchangeChannel, exchangeStatus } from '../../../rules/codes.generated.ts'
import { monthOf, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { ledger } from '../points/public.ts'
import { exchangeTexts, type Product, sumByProduct } from './exchangeRules.ts'
import { assertOffered, paymentContext } from './placeOrder.ts'
import { findProducts } from './products.ts'
import { insertOrders, insertPaidParts, type NewOrder, takeCoupons } from './writeOrders.ts'

/** An order that a corporate member pays from its account. */
export type AccountOrder = Omit<NewOrder, 'channel' | 'corporateNo'> & { readonly corporateNo: string }

/**
 * Places orders of many corporate members as `placeOrderIn` does it one by one, all or none, in as many SQL statements as for one. For demo
 * data: the keys of the orders are new, they come in the order of their times, and no mail is sent.
 *
 * @throws ApiError or LedgerRefusal of the first order that is refused
 */
export async function placeManyOrders(trx: Trx, all: readonly AccountOrder[]): Promise<void> {
  if (all.length === 0) return
  const orders = all.map((order): NewOrder & AccountOrder => ({ ...order, channel: exchangeChannel.account }))
  await lockOwners(trx, orders)
  const products = await findProducts(trx, [...new Set(orders.flatMap(({ lines }) => lines.map((line) => line.couponBatchNo)))], 'locked')
  await assertAllowed(trx, orders, products)
  const stored = await insertOrders(trx, orders, products)
  const posted = await ledger.exchangeMany(
    trx,
    orders.map((order, index) => {
      const { orderNo, points } = stored[index] as (typeof stored)[number]
      return { context: paymentContext(order, orderNo), corporateNo: order.corporateNo, points }
    }),
  )
  const paid = stored.map(({ orderId, points }, index) => ({
    orderId,
    parts: [{ holderNo: null, points, posted: posted[index] as (typeof posted)[number] }],
  }))
  await insertPaidParts(trx, paid)
  await takeCoupons(
    trx,
    orders.map(({ lines, now }, index) => ({ orderId: (stored[index] as (typeof stored)[number]).orderId, lines, now })),
    products,
  )
}

/** In one order for everybody, so that no two wait for each other. */
async function lockOwners(trx: Trx, orders: readonly AccountOrder[]): Promise<void> {
  const names = [...new Set(orders.map(({ corporateNo }) => `${exchangeChannel.account} ${corporateNo}`))].sort()
  await sql`select exchange_lock(name) from unnest(${names}::text[]) as name`.execute(trx)
}

/** What is offered, and the limits of an order and of a month, each order counted for those after it. */
async function assertAllowed(
  trx: Trx,
  orders: readonly (NewOrder & AccountOrder)[],
  products: ReadonlyMap<string, Product>,
): Promise<void> {
  const taken = await countTaken(trx, orders)
  for (const order of orders) {
    for (const [couponBatchNo, quantity] of sumByProduct(order.lines)) {
      const product = products.get(couponBatchNo)
      assertOffered(product, quantity, order)
      const key = keyOf(order.corporateNo, couponBatchNo, monthOf(taipeiDate(order.now)))
      const count = (taken.get(key) ?? 0) + quantity
      if (count > product.perCorporateMonthly) throw textError(409, exchangeTexts.monthly, 'LIMIT')
      taken.set(key, count)
    }
  }
}

const keyOf = (corporateNo: string, couponBatchNo: string, month: string) => `${corporateNo} ${couponBatchNo} ${month}`

/** Coupons that the members of the orders have exchanged in the months of the orders. */
async function countTaken(trx: Trx, orders: readonly AccountOrder[]): Promise<Map<string, number>> {
  const months = orders.map(({ now }) => taipeiDate(now).slice(0, 7)).sort()
  const { rows } = await sql<{ corporateNo: string; couponBatchNo: string; month: string; count: number }>`
    select o.corporate_no, l.coupon_batch_no, to_char(o.ordered_at at time zone 'Asia/Taipei', 'YYYYMM') as month, sum(l.quantity)::int as count
    from exchange_order o join exchange_line l on l.order_id = o.id
    where o.channel = ${sql.lit(exchangeChannel.account)} and o.status = ${sql.lit(exchangeStatus.done)}
      and o.corporate_no = any (${[...new Set(orders.map(({ corporateNo }) => corporateNo))]}::text[])
      and o.ordered_at >= ${startOfTaipeiDate(`${months[0]}-01`)}
    group by 1, 2, 3`.execute(trx)
  return new Map(rows.map((row) => [keyOf(row.corporateNo, row.couponBatchNo, row.month), row.count]))
}
