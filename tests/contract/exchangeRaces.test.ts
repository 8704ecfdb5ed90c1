import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { deriveCouponKeys } from '../../src/server/domain/coupon/couponNumbers.ts'
import { makeCoupons } from '../../src/server/domain/coupon/makeCoupons.ts'
import { payFromAccount } from '../../src/server/domain/exchange/payments.ts'
import { placeOrder } from '../../src/server/domain/exchange/placeOrder.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { ApiError } from '../../src/server/platform/errors.ts'
import { hasRaces } from '../support/testServer.ts'
import { openRaceDatabase, type RaceDatabase } from './ledgerRaceDatabase.ts'
import { withoutBalanceGuards } from './raceGuards.ts'

/** Rounds of the race for the last coupon; `EXCHANGE_RACE_ROUNDS=50` for the full proof. */
const rounds = Number(process.env.EXCHANGE_RACE_ROUNDS ?? 3)
const clients = 200
const points = 100

let race: RaceDatabase
afterEach(() => race.close())

const corporateNoOf = (index: number) => `E${String(index + 1).padStart(6, '0')}`
const now = new Date('2025-01-15T04:00:00Z')

/** Corporate members with points of their own. */
async function addBuyers(count: number): Promise<void> {
  const { db } = race
  await sql`
    insert into corporate_member (apply_no, corporate_no, apply_type, tax_number, company_name, responsible_person, industry, city_code,
      district_code, zip_code, address, phone_area, phone_number, contact_name, contact_mobile, contact_email, invoice_email, certificate,
      applied_at, status)
    select 'EA20250101' || lpad(n::text, 4, '0'), 'E' || lpad(n::text, 6, '0'), '1', lpad(n::text, 8, '0'), '公司' || n, '王', '1', 'A', 'A1',
      '100', '路', '02', '23456789', '王', '0912345678', n || '@example.com', 'a@example.com', 'data:', now(), '3'
    from generate_series(1, ${count}) n`.execute(db)
  for (let index = 0; index < count; index += 1) {
    const corporateNo = corporateNoOf(index)
    const source = { work: 'RACE', workId: corporateNo }
    const context = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: '測試' }
    await ledger.run(db, (trx) => ledger.saleIntoAccount(trx, { context, corporateNo, points, expireDate: '2025-12-31' }))
  }
}

let products = 0

/** A product on sale for one point, with this many coupons. */
async function addProduct(count: number): Promise<string> {
  products += 1
  const couponBatchNo = `CB202501${String(products).padStart(4, '0')}`
  const keys = deriveCouponKeys({ lookupHash: Buffer.alloc(32, 1), fieldEncryption: Buffer.alloc(32, 2) })
  await transact(race.db, async (trx) => {
    await sql`
      insert into coupon_batch (coupon_batch_no, coupon_name, coupon_type, supplier_company_no, face_value, points_per_coupon, source, quantity,
        settle_basis, settle_price, exchange_start, exchange_end, valid_rule, valid_days, store_scope, per_order_limit, per_corporate_monthly,
        channels, display_order, image, usage_note, terms, status)
      values (${couponBatchNo}, '搶購券', '2', 'C000101', 1, 1, '1', ${count}, '1', 1, '2025-01-01', '2025-02-01', '2', 30, '1', 999, 999,
        '["2"]', 1, 'data:', '無', '無', '4')`.execute(trx)
    await makeCoupons(trx, keys, { couponBatchNo, source: '1', count, madeBy: '測試', now })
  })
  return couponBatchNo
}

const recipient = { name: '林小美', mobile: '0912345678', email: 'mei@example.com' }

function exchange(corporateNo: string, couponBatchNo: string, orderKey: string, quantity = 1) {
  const order = { channel: '2', corporateNo, orderKey, requestHash: 'same', orderedBy: '測試', now } as const
  const lines = [{ couponBatchNo, quantity, recipient }]
  return placeOrder(race.db, { ...order, lines, pay: payFromAccount(corporateNo) }, async () => undefined)
}

/** Number of served orders, and refusals by code. Any other error fails the test. */
async function outcomes(work: readonly Promise<unknown>[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const settled of await Promise.allSettled(work)) {
    if (settled.status === 'rejected' && !(settled.reason instanceof ApiError)) throw settled.reason
    const name = settled.status === 'fulfilled' ? 'served' : settled.reason.code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function spentPoints(): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select ${clients * points} - coalesce(sum(balance), 0)::bigint as spent from point_account where class = 'CORP'`.execute(race.db)
  return rows[0]?.spent ?? -1
}

/**
 * Removes the guards against giving a coupon out twice: the row lock, and the trigger. Readers wait for each other, so that they collide.
 */
const withoutCouponGuards = `
  create sequence takers;
  create or replace function coupon_take(line exchange_line, valid_until date, taken_at timestamptz) returns table (id bigint, number_sealed text)
  language plpgsql as $$
  declare free_ids bigint[];
  begin
    select array_agg(f.id) into free_ids from (
      select c.id from coupon c where c.coupon_batch_no = line.coupon_batch_no and c.status = '1' order by c.serial_no limit line.quantity) f;
    perform nextval('takers');
    for tries in 1..2000 loop
      exit when (select last_value >= 5 from takers);
      perform pg_sleep(0.01);
    end loop;
    return query update coupon c set status = '2', line_id = line.id, points = 1, issued_at = taken_at, expire_date = valid_until
      where c.id = any (free_ids) returning c.id, c.number_sealed;
  end $$;
  drop trigger coupon_step on coupon;`

/** Removes the lock that makes orders of one member, and copies of one order, run one after another. */
const withoutMemberQueue = `
  create or replace function exchange_lock(name text) returns void language sql volatile as $$ select null::void $$;`

/** Opens the connections of the pool before the race, because a call that waits for one would come too late to collide. */
async function openConnections(): Promise<void> {
  await Promise.all(Array.from({ length: 100 }, () => sql`select pg_sleep(0.3)`.execute(race.db)))
}

describe.runIf(hasRaces())('the last coupon, wanted by 200 clients', () => {
  const everybody = (couponBatchNo: string) =>
    outcomes(
      Array.from({ length: clients }, (_, index) => exchange(corporateNoOf(index), couponBatchNo, `round-${couponBatchNo}-${index}`)),
    )

  it(`goes to exactly one, in each of ${rounds} rounds; the others keep their points and are told why`, { timeout: 600_000 }, async () => {
    race = await openRaceDatabase(1)
    await addBuyers(clients)
    await exchange(corporateNoOf(0), await addProduct(1), 'the-first-order-of-all')
    await openConnections()
    for (let round = 1; round <= rounds; round += 1) {
      expect(await everybody(await addProduct(1))).toEqual({ served: 1, STOCK: clients - 1 })
      expect(await spentPoints()).toBe(round + 1)
    }
    const results = await verifyLedger(race.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })

  it('twin: goes to several when the lock and the trigger are taken away', { timeout: 600_000 }, async () => {
    race = await openRaceDatabase(1)
    await addBuyers(clients)
    // The first exchange creates the account that receives the points, and all others would wait for that.
    await exchange(corporateNoOf(0), await addProduct(1), 'the-first-order-of-all')
    await race.removeGuards(withoutCouponGuards)
    await openConnections()
    const counts = await everybody(await addProduct(1))
    expect(counts.served).toBeGreaterThan(1)
    expect(await spentPoints()).toBe((counts.served ?? 0) + 1)
  })
})

describe.runIf(hasRaces())('one order key, sent five times at once', () => {
  const keys = 20
  const copies = (couponBatchNo: string) =>
    Promise.all(Array.from({ length: keys * 5 }, (_, index) => exchange(corporateNoOf(0), couponBatchNo, `five-times-key-${index % keys}`)))

  async function run(): Promise<{ orders: number; spent: number; numbers: number }> {
    await addBuyers(1)
    const placed = await copies(await addProduct(keys * 5))
    const { rows } = await sql<{ count: number; points: number }>`
      select count(*)::int as count, sum(points)::int as points from exchange_order`.execute(race.db)
    return { orders: rows[0]?.count ?? 0, spent: rows[0]?.points ?? 0, numbers: new Set(placed.map((order) => order.orderNo)).size }
  }

  it('makes one order, and every copy gets its answer', { timeout: 600_000 }, async () => {
    race = await openRaceDatabase(1)
    expect(await run()).toEqual({ orders: keys, spent: keys, numbers: keys })
  })

  it('twin: is several orders without the queue and the unique key', { timeout: 600_000 }, async () => {
    race = await openRaceDatabase(1)
    await race.removeGuards(`${withoutMemberQueue} alter table exchange_order drop constraint exchange_order_key;`)
    expect((await run()).orders).toBeGreaterThan(keys)
  })
})

describe.runIf(hasRaces())('the last points of a member, spent in 20 tabs at once', () => {
  /** Each tab wants more than half of the points. @returns number of served orders, refusals by code, and the coupons given out */
  async function spendInTabs(couponBatchNo: string) {
    const tabs = Array.from({ length: 20 }, (_, tab) => exchange(corporateNoOf(0), couponBatchNo, `tab-number-0000-${tab}`, 60))
    const counts = await outcomes(tabs)
    const { rows } = await sql<{ issued: number }>`
      select count(*)::int as issued from coupon where coupon_batch_no = ${couponBatchNo} and status = '2'`.execute(race.db)
    return { counts, issued: rows[0]?.issued }
  }

  it('buy exactly what they are worth', { timeout: 600_000 }, async () => {
    race = await openRaceDatabase(1)
    await addBuyers(1)
    expect(await spendInTabs(await addProduct(2000))).toEqual({ counts: { served: 1, M22: 19 }, issued: 60 })
  })

  it('twin: buy several times as much without the locks of member and account', { timeout: 600_000 }, async () => {
    race = await openRaceDatabase(1)
    await addBuyers(2)
    // The first exchange creates the account that receives the points, and all others would wait for that.
    await exchange(corporateNoOf(1), await addProduct(1), 'the-first-order-of-all')
    await race.removeGuards(withoutMemberQueue + withoutBalanceGuards(`a.class = 'CORP' and a.owner_id = '${corporateNoOf(0)}'`))
    await openConnections()
    const { counts, issued } = await spendInTabs(await addProduct(2000))
    expect(counts.served).toBeGreaterThan(1)
    expect(issued).toBeGreaterThan(points)
  })
})
