import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corporateStatus } from '../../src/rules/codes.generated.ts'
import { isSound, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { balanceOf, newKey, productNo, recipient, renumberCoupons } from './exchangeWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'

const account = 'hr@example.com'
const corporateNo = 'E000001'
const refusal = '企業會員 E000001 已終止，點數無法退回其帳戶。要讓票券失效，請至「票券查詢」作廢並取消勾選「退還點數」。'

let server: TestServer
let member: TestSession
let staff: TestSession
let market: string

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  await renumberCoupons(server)
  member = await signIn(server, account, undefined, 'portal')
  staff = await signIn(server, 'ops01')
  market = await productNo(server, '100 元現金券')
})
afterAll(() => server.close())

const setStatus = (status: string) =>
  sql`update corporate_member set status = ${status} where corporate_no = ${corporateNo}`.execute(server.database.db)

async function order(quantity: number): Promise<{ readonly lineId: unknown; readonly coupons: readonly number[] }> {
  const recipients = [{ ...recipient, couponBatchNo: market, quantity }]
  const answer = await member.post('/api/portal/exchange_v2', { orderKey: newKey(), recipients })
  expect(answer.statusCode).toBe(200)
  const { orderNo } = answer.json<{ orderNo: string }>()
  const { rows } = await sql<{ lineId: number; id: number }>`
    select l.id as line_id, c.id from exchange_order o join exchange_line l on l.order_id = o.id join coupon c on c.line_id = l.id
    where o.order_no = ${orderNo} order by c.id`.execute(server.database.db)
  return { lineId: rows[0]?.lineId, coupons: rows.map(({ id }) => id) }
}

async function voidCoupon(id: number | undefined, refund: boolean) {
  const row = (await staff.get(`/api/coupon/coupon_list/${id}`)).json<{ rowVersion: number }>()
  return staff.post(`/api/coupon/coupon_list/${id}/void`, { rowVersion: row.rowVersion, refund, reason: '會員已終止' })
}

describe('points of a corporate member that has ended', () => {
  it('stay out of its account: neither a cancelled order nor a void coupon gives them back', async () => {
    const { lineId, coupons } = await order(2)
    const before = await balanceOf(server, 'CORP', corporateNo)
    await setStatus(corporateStatus.ended)

    const cancelled = await staff.post(`/api/report/exchange_report/${lineId}/cancel`, {})
    expect([cancelled.statusCode, cancelled.body]).toEqual([409, refusal])
    const refunded = await voidCoupon(coupons[0], true)
    expect([refunded.statusCode, refunded.body]).toEqual([409, refusal])
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before)

    // The coupon itself can still be stopped.
    expect((await voidCoupon(coupons[0], false)).statusCode).toBe(200)
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before)
  })

  it('go back while it is only suspended', async () => {
    await setStatus(corporateStatus.active)
    const { lineId, coupons } = await order(2)
    const before = await balanceOf(server, 'CORP', corporateNo)
    await setStatus(corporateStatus.suspended)
    expect((await voidCoupon(coupons[0], true)).statusCode).toBe(200)
    expect((await staff.post(`/api/report/exchange_report/${lineId}/cancel`, {})).statusCode).toBe(200)
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before + 200)
    expect(isSound(await verifyLedger(server.database.db))).toBe(true)
  })
})
