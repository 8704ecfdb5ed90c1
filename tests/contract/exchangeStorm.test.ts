import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { deriveCouponKeys } from '../../src/server/domain/coupon/couponNumbers.ts'
import { makeCoupons } from '../../src/server/domain/coupon/makeCoupons.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { expireCodes } from '../../src/server/domain/serial/endCodes.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { createRandom } from '../../src/server/records/testing/random.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto } from '../support/partnerWorld.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'
import { addSerials, clearNumbers, newKey, recipient, renumberCoupons } from './exchangeWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'

const account = 'hr@example.com'
const corporateNo = 'E000001'
/** Settlements of this test. */
const ownSettlements = `like 'SB209901%'`
const clients = 24
/** Of all clients together; `RACES=full` for the full proof. */
const operations = sizeOfRace(2000, 400)
const random = createRandom(20_261_129)

interface Product {
  readonly couponBatchNo: string
  readonly companyNo: string
}

interface Credential {
  readonly serialNo: string
  readonly pin: string
}

let server: TestServer
let member: TestSession
let staff: TestSession
let partner: PartnerClient
let products: readonly Product[]
let stores: ReadonlyMap<string, string>
let serials: readonly Credential[]
let couponNos: ReadonlyMap<number, string>

beforeAll(async () => {
  if (!hasRaces()) return
  server = await startTestServer({ demo: true, environment: { CAPTCHA: 'off' } })
  await openShop()
  const companyNos = [...new Set(products.map(({ companyNo }) => companyNo))]
  const platform = await addPlatform(server.app.db, server.app.secrets.fieldEncryption, new Date(), { companyNos })
  partner = new PartnerClient(platform, injectInto(server), () => new Date())
  await sql`update connection_platform set rate_limit_per_minute = 6000`.execute(server.database.db)
  member = await signIn(server, account, undefined, 'portal')
  staff = await signIn(server, 'ops01')
  await givePoints()
}, 300_000)
afterAll(() => server?.close())

/** Enough coupons without limits, and a store of each company that takes them. */
async function openShop(): Promise<void> {
  const { db } = server.database
  await renumberCoupons(server)
  await sql`update coupon_batch set per_order_limit = 999, per_corporate_monthly = 999, quantity = quantity + ${operations}`.execute(db)
  const onSale = await sql<Product>`
    select coupon_batch_no, supplier_company_no as company_no from coupon_batch
    where status = '4' and channels ? '1' and channels ? '2' order by 1`.execute(db)
  products = onSale.rows
  const keys = deriveCouponKeys(server.app.secrets)
  for (const { couponBatchNo } of products) {
    const made = { couponBatchNo, source: '1', count: operations, madeBy: '測試', now: new Date() } as const
    await transact(db, (trx) => makeCoupons(trx, keys, made))
  }
  couponNos = await clearNumbers(server)
  const open = await sql<{ companyNo: string; code: string }>`
    select distinct on (company_no) company_no, partner_store_code as code from retail_store
    where status = '1' and partner_store_code is not null order by company_no, retail_store_no`.execute(db)
  stores = new Map(open.rows.map(({ companyNo, code }) => [companyNo, code]))
}

/** Serials and lots of the account, some of which have ended yesterday and are not expired yet. */
async function givePoints(): Promise<void> {
  const today = taipeiDate(new Date())
  const lastDays = Array.from({ length: 30 }, (_, index) => addDays(today, index % 5 === 0 ? -1 : index * 10))
  serials = []
  for (const points of [100, 450, 1000]) serials = [...serials, ...(await addSerials(server, corporateNo, points, lastDays)).serials]
  const past = new Date(Date.now() - 40 * 86_400_000)
  for (let index = 0; index < 20; index += 1) {
    const source = { work: 'STORM', workId: String(index) }
    const context = { now: past, businessAt: past, source, companyNo: null, retailStoreNo: null, createdBy: '測試' }
    const expireDate = addDays(today, index % 2 === 0 ? -1 : 3)
    await ledger.run(server.database.db, (trx) => ledger.saleIntoAccount(trx, { context, corporateNo, points: 7000, expireDate }))
  }
}

const counts: Record<string, number> = {}

function count(operation: string, outcome: string | number): void {
  const name = `${operation} ${outcome}`
  counts[name] = (counts[name] ?? 0) + 1
}

/** Anything may be refused; only a fault of the server fails the test. */
async function tell(operation: string, answer: Promise<{ readonly statusCode: number; readonly body: string }>): Promise<void> {
  const { statusCode, body } = await answer
  count(operation, statusCode)
  if (statusCode >= 500 || [400, 401, 403, 429].includes(statusCode)) throw new Error(`${operation}: ${statusCode} ${body}`)
}

async function someRow<Row>(query: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${sql.raw(`${query} order by random() limit 1`)}`.execute(server.database.db)
  return rows[0]
}

let addresses = 0
/** No limit per address decides the race. */
const nextAddress = () => `10.${Math.floor(addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${(addresses++ % 250) + 1}`
const usedKeys: string[] = []

async function orderFromAccount(): Promise<void> {
  const orderKey = usedKeys.length > 0 && random.below(5) === 0 ? random.pick(usedKeys) : newKey()
  usedKeys.push(orderKey)
  const recipients = Array.from({ length: 1 + random.below(3) }, () => {
    const { couponBatchNo } = random.pick(products)
    return { ...recipient, couponBatchNo, quantity: 1 + random.below(2) }
  })
  const send = () => tell('order', member.post('/api/portal/exchange_v2', { orderKey, recipients }))
  await Promise.all(random.below(4) === 0 ? [send(), send()] : [send()])
}

async function orderFromSerials(): Promise<void> {
  const remoteAddress = nextAddress()
  const first = await server.inject({ method: 'GET', url: '/api/portal/exchange/coupons?channel=1', remoteAddress })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const headers = { cookie, 'x-xsrf-token': String(first.headers['x-xsrf-token']) }
  const shown = Array.from({ length: 1 + random.below(3) }, () => {
    const { serialNo, pin } = random.pick(serials)
    return { serialNo, pin: random.below(40) === 0 ? '000000' : pin }
  })
  const items = [{ couponBatchNo: random.pick(products).couponBatchNo, quantity: 1 }]
  const payload = { orderKey: newKey(), serials: shown, items, recipient, captcha: 'off' }
  const send = () => tell('serial order', server.inject({ method: 'POST', url: '/api/portal/exchange', remoteAddress, headers, payload }))
  await Promise.all(random.below(3) === 0 ? [send(), send()] : [send()])
}

async function deposit(): Promise<void> {
  const { serialNo, pin } = random.pick(serials)
  const headers = { authorization: `Bearer ${member.accessToken}`, 'x-xsrf-token': member.forgeryToken }
  const call = { method: 'POST', url: '/api/portal/serials/deposit', headers, payload: { serialNo, pin } } as const
  await tell('deposit', server.inject({ ...call, remoteAddress: nextAddress() }))
}

async function cancelOrder(): Promise<void> {
  const line = await someRow<{ id: number }>(
    `select l.id from exchange_line l join exchange_order o on o.id = l.order_id where o.status = '2'`,
  )
  if (line) await tell('cancel', staff.post(`/api/report/exchange_report/${line.id}/cancel`, {}))
}

async function voidCoupon(): Promise<void> {
  const coupon = await someRow<{ id: number; rowVersion: number }>(`select id, row_version from coupon where status = '2'`)
  if (!coupon) return
  const body = { rowVersion: coupon.rowVersion, reason: '測試', refund: random.below(2) === 0 }
  await tell('void', staff.post(`/api/coupon/coupon_list/${coupon.id}/void`, body))
}

async function useCoupon(): Promise<void> {
  const coupon = await someRow<Product & { id: number }>(
    `select c.id, c.coupon_batch_no, b.supplier_company_no as company_no from coupon c join coupon_batch b using (coupon_batch_no)
      where c.status in ('2', '3') and c.line_id is not null`,
  )
  const retailStoreCode = stores.get(coupon?.companyNo ?? '')
  if (!coupon || retailStoreCode === undefined) return
  const place = { companyNo: coupon.companyNo, retailStoreCode, businessAt: new Date().toISOString() }
  const name = random.below(3) === 0 ? 'coupons/cancel_use' : 'coupons/use'
  const { body } = await partner.call(name, { ...place, couponNo: couponNos.get(coupon.id) ?? '', externalTxnNo: newKey().slice(0, 30) })
  count(name, body.code)
  if (!['0000', 'E1101', 'E1502'].includes(body.code)) throw new Error(`${name}: ${body.code} ${body.message}`)
}

async function expire(): Promise<void> {
  const now = new Date()
  await expireCodes(server.app.db, now)
  await ledger.run(server.app.db, (trx) => ledger.expireHolder(trx, { class: 'CORP', ownerId: corporateNo }, now))
  count('expire', 'done')
}

const choices = [
  ...[orderFromAccount, orderFromAccount, orderFromAccount, orderFromSerials, orderFromSerials, orderFromSerials],
  ...[deposit, cancelOrder, cancelOrder, voidCoupon, useCoupon, useCoupon, useCoupon, expire],
]

/** Queries that find what must not be. */
const faults: Readonly<Record<string, string>> = {
  'an order without as many coupons as it has lines for': `
    select o.id from exchange_order o where o.quantity <>
      (select count(*) from coupon c join exchange_line l on l.id = c.line_id where l.order_id = o.id)`,
  'an order refunded by other than its refunded coupons': `
    select o.id from exchange_order o where o.refunded_points <> (select coalesce(sum(c.points), 0) from coupon c
      join exchange_line l on l.id = c.line_id where l.order_id = o.id and c.refunded_at is not null)`,
  'an order that was paid or refunded by other than its postings': `
    select o.id from exchange_order o join exchange_posting p on p.order_id = o.id group by o.id
    having o.points <> sum(p.points) or o.refunded_points <> sum(p.refunded_points)`,
  'a coupon that was refunded and can be used, or was used': `select id from coupon where refunded_at is not null and status <> '4'`,
  'a cancelled order with a coupon in use': `
    select o.id from exchange_order o join exchange_line l on l.order_id = o.id join coupon c on c.line_id = l.id
    where o.status = '3' and c.status in ('2', '3')`,
  'a serial that holds other than what was not taken from it': `
    select id from point_serial s where settlement_no ${ownSettlements} and remaining_points <> points - (
      select coalesce(sum(u.points), 0) from serial_use u where u.bearer_kind = 'serial' and u.bearer_id = s.id)`,
  'an account of serials that is not their sum': `
    select a.owner_id from point_account a where a.class = 'SERIAL' and a.owner_id ${ownSettlements}
      and a.balance <> (select sum(remaining_points) from point_serial s where s.holder_no = a.owner_id)`,
  'an account of a member that is not the sum of its lots, or below zero': `
    select a.id from point_account a where a.class = 'CORP' and (a.balance < 0 or a.balance <>
      (select coalesce(sum(remaining_points), 0) from point_lot l where l.account_id = a.id))`,
}

/** Without these a run has shown nothing. */
const wanted = ['order 200', 'serial order 200', 'deposit 200', 'cancel 200', 'void 200', 'coupons/use 0000', 'coupons/cancel_use 0000']

describe.runIf(hasRaces())('orders, cancels, voids, uses, deposits and expiries at once', () => {
  it('leave every point and every coupon accounted for', { timeout: 900_000 }, async () => {
    let left = operations
    const client = async () => {
      while (left-- > 0) await random.pick(choices)()
    }
    await Promise.all(Array.from({ length: clients }, client))
    expect(wanted.filter((name) => counts[name] === undefined)).toEqual([])
    for (const [name, query] of Object.entries(faults)) {
      const { rows } = await sql`${sql.raw(query)}`.execute(server.database.db)
      expect([name, rows]).toEqual([name, []])
    }
    const results = await verifyLedger(server.database.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })
})
