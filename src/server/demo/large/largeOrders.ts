import { sql } from 'kysely'
import { couponStatus, storeScope } from '../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { type AccountOrder, placeManyOrders } from '../../domain/exchange/public.ts'
import { ledger } from '../../domain/points/public.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { createContacts } from '../people.ts'
import type { Random } from '../random.ts'

/** Points are bought before the first order, enough for all orders of a buyer. */
const boughtDays = 99
const boughtPoints = 100_000
const buyersMax = 200
const ordersPerTransaction = 500

interface LargeOrders {
  readonly random: Random
  readonly asOf: string
  readonly corporateNos: readonly string[]
  readonly couponBatchNos: readonly string[]
  readonly orders: number
}

/** Seeds orders that corporate members pay from their accounts, by the code of the areas. Half of the older coupons are used. */
export async function seedManyOrders(db: Database, options: LargeOrders): Promise<void> {
  const { random, asOf, corporateNos, orders } = options
  const contacts = createContacts(random)
  const buyers = corporateNos.slice(0, buyersMax)
  await transact(db, async (trx) => {
    for (const corporateNo of buyers) await buyPoints(trx, corporateNo, asOf)
  })
  for (let first = 0; first < orders; first += ordersPerTransaction) {
    const count = Math.min(ordersPerTransaction, orders - first)
    const placed = Array.from({ length: count }, (_, index) => orderOf(options, { contacts, buyers, index: first + index }))
    // An hour has many orders. They count against the limits of a month in the order of their times.
    placed.sort((one, other) => one.now.getTime() - other.now.getTime())
    // The mails of these orders are not stored.
    await transact(db, async (trx) => placeManyOrders(trx, placed))
  }
  await transact(db, async (trx) => useHalf(trx, options))
}

interface OrderPlace {
  readonly contacts: ReturnType<typeof createContacts>
  readonly buyers: readonly string[]
  readonly index: number
}

function orderOf({ random, asOf, couponBatchNos, orders }: LargeOrders, { contacts, buyers, index }: OrderPlace): AccountOrder {
  const day = boughtDays - 1 - Math.floor((index * (boughtDays - 3)) / orders)
  const now = new Date(startOfTaipeiDate(addDays(asOf, -day)).getTime() + random.integer(9 * 60, 17 * 60) * 60_000)
  const corporateNo = random.pick(buyers)
  const recipient = { name: contacts.name(), mobile: contacts.mobile(), email: contacts.email() }
  const line = { couponBatchNo: random.pick(couponBatchNos), quantity: random.integer(1, 3), recipient }
  const key = `large-order-${String(index).padStart(8, '0')}`
  return { corporateNo, orderKey: key, requestHash: key, orderedBy: corporateNo, lines: [line], now }
}

async function buyPoints(trx: Trx, corporateNo: string, asOf: string): Promise<void> {
  const date = addDays(asOf, -boughtDays)
  const now = new Date(startOfTaipeiDate(date).getTime() + 9 * 3_600_000)
  const source = { work: 'SERIAL_SALE', workId: `account:${corporateNo}` }
  const context = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: 'ops01' }
  await ledger.saleIntoAccount(trx, { context, corporateNo, points: boughtPoints, expireDate: addDays(date, 365) })
}

/** Uses half of the coupons, five days after they were issued, in the first outlet of the supplier that accepts them. */
async function useHalf(trx: Trx, { asOf, couponBatchNos }: LargeOrders): Promise<void> {
  await sql`
    update coupon c
    set status = ${sql.lit(couponStatus.used)}, used_at = c.issued_at + interval '5 days', used_retail_store_no = s.retail_store_no,
      used_platform_no = 'P0001',
      used_external_txn_no = 'LU' || c.coupon_batch_no || c.serial_no, updated_by = 'P0001', updated_at = c.issued_at + interval '5 days',
      row_version = c.row_version + 1
    from coupon_batch b
    join lateral (
      select r.retail_store_no from retail_store r
      where r.company_no = b.supplier_company_no and (b.store_scope = ${sql.lit(storeScope.all)} or b.retail_store_nos ? r.retail_store_no)
      order by 1 limit 1
    ) s on true
    where b.coupon_batch_no = c.coupon_batch_no and c.status = ${sql.lit(couponStatus.issued)} and c.serial_no % 2 = 0
      and c.coupon_batch_no = any (${couponBatchNos}::text[])
      and c.issued_at < ${startOfTaipeiDate(addDays(asOf, -10))} and c.expire_date > (c.issued_at at time zone 'Asia/Taipei')::date + 6`.execute(
    trx,
  )
}
