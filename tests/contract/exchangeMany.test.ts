import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountOrder, placeManyOrders } from '../../src/server/domain/exchange/placeManyOrders.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { balanceOf, newKey, productNo, recipient } from './exchangeWorld.ts'

const corporateNo = 'E000001'
let server: TestServer
let market: string

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  market = await productNo(server, '100 元現金券')
})
afterAll(() => server.close())

const orderOf = (quantities: readonly number[], minute: number): AccountOrder => ({
  ...{ corporateNo, orderKey: newKey(), requestHash: 'test', orderedBy: 'hr@example.com', now: new Date(Date.now() + minute * 1000) },
  lines: quantities.map((quantity) => ({ couponBatchNo: market, quantity, recipient })),
})

const place = (...orders: readonly AccountOrder[]) => transact(server.database.db, async (trx) => placeManyOrders(trx, orders))

async function couponsOf(orders: readonly AccountOrder[]): Promise<readonly object[]> {
  const { rows } = await sql<object>`
    select o.points, l.line_no, l.quantity, count(c.id)::int as coupons, sum(c.points)::int as paid, (select count(*)::int from exchange_posting p where p.order_id = o.id)
      as postings
    from exchange_order o join exchange_line l on l.order_id = o.id left join coupon c on c.line_id = l.id and c.status = '2'
    where o.order_key = any (${orders.map(({ orderKey }) => orderKey)}::text[]) group by o.id, l.id order by o.ordered_at, l.line_no`.execute(
    server.database.db,
  )
  return rows
}

describe('many orders at once', () => {
  it('each of many orders gets its points, its posting and its coupons', async () => {
    const before = await balanceOf(server, 'CORP', corporateNo)
    const orders = [orderOf([2, 1], 0), orderOf([1], 1)]
    await place(...orders)
    expect(await couponsOf(orders)).toEqual([
      { points: 300, lineNo: 1, quantity: 2, coupons: 2, paid: 200, postings: 1 },
      { points: 300, lineNo: 2, quantity: 1, coupons: 1, paid: 100, postings: 1 },
      { points: 100, lineNo: 1, quantity: 1, coupons: 1, paid: 100, postings: 1 },
    ])
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before - 400)
  })

  it('one of many orders that is above a limit, or finds no stock, keeps all of them from being placed', async () => {
    const before = await balanceOf(server, 'CORP', corporateNo)
    const { db } = server.database
    const limit = (values: object) => db.updateTable('couponBatch').set(values).where('couponBatchNo', '=', market).execute()
    const refused = [orderOf([1], 0), orderOf([3], 1)]
    await limit({ perOrderLimit: 2 })
    await expect(place(...refused)).rejects.toThrow('超過每單兌換上限。')
    // Four of this month are placed already, and the first order counts for the second.
    await limit({ perOrderLimit: 20, perCorporateMonthly: 7 })
    await expect(place(...refused)).rejects.toThrow('超過企業每月兌換上限。')
    await limit({ perCorporateMonthly: 999 })
    await expect(place(orderOf([1], 0), orderOf([20, 20, 20], 1))).rejects.toThrow()
    expect(await couponsOf(refused)).toEqual([])
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before)
  })

  it('the ledger after many orders at once is sound', async () => {
    const results = await verifyLedger(server.database.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })
})
