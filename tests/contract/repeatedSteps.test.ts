import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession
let fm: TestSession
let fin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
  fin = await signIn(server, 'fin01')
}, 300_000)
afterAll(() => server.close())

const today = taipeiDate(new Date())
let keys = 0
const newKey = () => ({ 'idempotency-key': `step-of-a-lost-answer-${++keys}` })

async function counted(text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`${sql.raw(`select count(*)::int as count from ${text}`)}`.execute(server.database.db)
  return rows[0]?.count ?? 0
}

describe('a step that is sent again because its answer was lost', () => {
  it('registers a payment once, and answers as the first time', async () => {
    const orders = '/api/corporate/corporate_settlement'
    const dates = { validFrom: today, validTo: addDays(today, 60) }
    const form = { corporateNo: 'E000001', deliveryMethod: '1', pointsPerSerial: 100, quantity: 5, unitPrice: 1, discountRate: 0, ...dates }
    const draft = (await ops.post(orders, form)).json<Row>()
    const waiting = (await ops.post(`${orders}/${draft.id}/submit`, { rowVersion: draft.rowVersion })).json<Row>()
    const order = (await fm.post(`${orders}/${draft.id}/approve`, { rowVersion: waiting.rowVersion })).json<Row>()
    const payment = { rowVersion: order.rowVersion, receivedAmount: 100, receivedDate: today }
    const key = newKey()
    const pay = (body: object = payment) => fin.post(`${orders}/${draft.id}/pay`, body, key)
    const [first, again] = [await pay(), await pay()]
    expect([first.statusCode, first.json()]).toEqual([200, expect.objectContaining({ receivedAmount: 100, paymentStatus: '1' })])
    expect([again.statusCode, again.headers['x-message-code'], again.json()]).toEqual([200, 'M04', first.json()])
    expect((await fin.get(`${orders}/${draft.id}`)).json()).toMatchObject({ receivedAmount: 100 })
    const other = await pay({ ...payment, receivedAmount: 200 })
    expect([other.statusCode, other.headers['x-error-code']]).toEqual([409, 'E4091'])

    // A refused step stores nothing: the same dialog may send it corrected.
    const second = newKey()
    const rest = { rowVersion: again.json<Row>().rowVersion, receivedDate: today }
    const tooMuch = await fin.post(`${orders}/${draft.id}/pay`, { ...rest, receivedAmount: 100_000 }, second)
    expect(tooMuch.statusCode).toBe(409)
    expect((await fin.post(`${orders}/${draft.id}/pay`, { ...rest, receivedAmount: 50 }, second)).json()).toMatchObject({
      receivedAmount: 150,
    })
  })

  it('makes cards once', async () => {
    const before = await counted('coupon_card')
    const key = newKey()
    const make = () => ops.post('/api/corporate/coupon_card/make', { points: 100, quantity: 3, validMonths: 12 }, key)
    const [first, again] = [await make(), await make()]
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()])
    expect(again.headers['x-message-text']).toBe(first.headers['x-message-text'])
    expect(await counted('coupon_card')).toBe(before + 3)
    expect((await ops.post('/api/corporate/coupon_card/make', { points: 100, quantity: 1, validMonths: 12 })).statusCode).toBe(200)
    expect(await counted('coupon_card')).toBe(before + 4)
  })

  it('drafts one sheet for a member', async () => {
    const { rows } = await sql<{ id: number }>`select id from member where status = '1' order by id limit 1`.execute(server.database.db)
    const { rows: reasons } = await sql<{ code: string }>`
      select reason_code as code from adjustment_sheet where adjust_kind = '1' limit 1`.execute(server.database.db)
    const before = await counted('adjustment_sheet')
    const key = newKey()
    const url = `/api/points/member_point_history/${rows[0]?.id}/create_sheet`
    const body = { adjustKind: '1', reasonCode: reasons[0]?.code, points: 10, costBearer: '2', description: '補點' }
    const draft = () => ops.post(url, body, key)
    const [first, again] = [await draft(), await draft()]
    expect([first.statusCode, first.statusCode === 200 ? '' : first.body]).toEqual([200, ''])
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(await counted('adjustment_sheet')).toBe(before + 1)
  })
})
