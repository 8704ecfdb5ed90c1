import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto } from '../support/partnerWorld.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { clearNumbers, productNo, renumberCoupons } from './exchangeWorld.ts'

let server: TestServer
let client: PartnerClient
let other: PartnerClient
let calls = 0

interface Store {
  readonly companyNo: string
  readonly retailStoreCode: string
  readonly retailStoreNo: string
}
let bookstores: readonly Store[]

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  await renumberCoupons(server)
  const { db, secrets } = server.app
  const connect = async (companyNos: readonly string[]) =>
    new PartnerClient(await addPlatform(db, secrets.fieldEncryption, new Date(), { companyNos }), injectInto(server), () => new Date())
  client = await connect(['C000101', 'C000104'])
  other = await connect(['C000101'])
  const { rows } = await sql<Store>`
    select company_no, partner_store_code as retail_store_code, retail_store_no from retail_store
    where company_no = 'C000104' and status = '1' order by retail_store_no`.execute(db)
  bookstores = rows
})
afterAll(() => server.close())

/** Number in clear of a coupon of the bookshop that was given out. */
async function nextCoupon(): Promise<{ id: number; couponNo: string }> {
  const book = await productNo(server, '圖書禮券')
  const row = await server.database.db
    .selectFrom('coupon')
    .select('id')
    .where('couponBatchNo', '=', book)
    .where('status', '=', '2')
    .orderBy('serialNo')
    .executeTakeFirstOrThrow()
  return { id: row.id, couponNo: (await clearNumbers(server)).get(row.id) ?? '' }
}

async function call(name: string, content: object, by = client): Promise<Readonly<Record<string, unknown>>> {
  calls += 1
  const { companyNo = '', retailStoreCode = '' } = bookstores[0] ?? {}
  const common = { companyNo, retailStoreCode, externalTxnNo: `CPN${calls}`, businessAt: new Date().toISOString() }
  return (await by.call(name, { ...common, ...content })).body
}

const statusOf = async (id: number) =>
  (await server.database.db.selectFrom('coupon').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

describe('a shop of a partner', () => {
  it('verifies a coupon, takes it once, and gives it back on the same day', async () => {
    const { id, couponNo } = await nextCoupon()
    const shown = { code: '0000', couponName: '米卡書店 200 元圖書禮券', faceValue: 200 }
    expect(await call('coupons/verify', { couponNo })).toMatchObject({ ...shown, status: '2' })
    const used = await call('coupons/use', { couponNo: couponNo.toLowerCase().replace(/(.{4})/g, '$1-'), externalTxnNo: 'USE1' })
    expect(used).toMatchObject({ ...shown, status: '3', replayed: false })
    expect(await statusOf(id)).toBe('3')
    expect(await call('coupons/use', { couponNo })).toMatchObject({ code: 'E1502', message: '票券不可使用（已使用）' })
    expect(await call('coupons/cancel_use', { couponNo }, other)).toMatchObject({ code: 'E1101' })
    expect(await call('coupons/cancel_use', { couponNo })).toMatchObject({ ...shown, status: '2' })
    expect(await statusOf(id)).toBe('2')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from record_history where entity = 'coupon' and record_id = ${id}`.execute(server.database.db)
    expect(rows[0]?.count).toBe(2)
  })

  it('gets the first answer again when it repeats a call', async () => {
    const { couponNo } = await nextCoupon()
    const content = { couponNo, externalTxnNo: 'REPEATED', businessAt: new Date().toISOString() }
    expect(await call('coupons/use', content)).toMatchObject({ code: '0000', replayed: false })
    expect(await call('coupons/use', content)).toMatchObject({ code: '0000', replayed: true })
  })

  it('a shop of a partner takes a coupon once when two tills want it together', async () => {
    const { couponNo } = await nextCoupon()
    const answers = await Promise.all([call('coupons/use', { couponNo }), call('coupons/use', { couponNo })])
    expect(answers.map((answer) => answer.code).sort()).toEqual(['0000', 'E1502'])
  })

  it('a shop of a partner does not learn whether a number is wrong, another company’s or not given out', async () => {
    const numbers = await clearNumbers(server)
    const { rows } = await sql<{ id: number }>`
      (select id from coupon where coupon_batch_no = ${await productNo(server, '100 元現金券')} and status = '2' limit 1)
      union all (select id from coupon where coupon_batch_no = ${await productNo(server, '圖書禮券')} and status = '1' limit 1)`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(2)
    for (const couponNo of ['7F3K9Q2M4T8XWZ5R', ...rows.map((row) => numbers.get(row.id) ?? '')]) {
      expect(await call('coupons/use', { couponNo })).toMatchObject({ code: 'E1501' })
    }
  })

  it('a shop of a partner takes it only where the product is valid, and until its last day', async () => {
    const { id, couponNo } = await nextCoupon()
    const wrongStore = bookstores[3]?.retailStoreCode
    expect(await call('coupons/use', { couponNo, retailStoreCode: wrongStore })).toMatchObject({ code: 'E1503' })
    await sql`update coupon set expire_date = '2020-01-01' where id = ${id}`.execute(server.database.db)
    expect(await call('coupons/use', { couponNo })).toMatchObject({ code: 'E1502', message: '票券不可使用（已逾期）' })
  })

  it('a shop of a partner cannot give back on another day', async () => {
    const { id, couponNo } = await nextCoupon()
    await sql`update coupon set expire_date = '2099-01-01' where id = ${id}`.execute(server.database.db)
    expect(await call('coupons/use', { couponNo })).toMatchObject({ code: '0000' })
    await sql`update coupon set used_at = used_at - interval '1 day' where id = ${id}`.execute(server.database.db)
    expect(await call('coupons/cancel_use', { couponNo })).toMatchObject({ code: 'E1502' })
    expect(await statusOf(id)).toBe('3')
  })
})
