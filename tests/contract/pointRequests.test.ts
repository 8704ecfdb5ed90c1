import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { writtenMails } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const account = 'hr@example.com'
const url = '/api/portal/point_requests'
const orders = '/api/corporate/corporate_settlement'
const wanted = { deliveryMethod: '1', pointsPerSerial: 500, quantity: 20, purpose: '尾牙' }
let server: TestServer
let member: TestSession
let other: TestSession
let ops: TestSession
let fm: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  member = await signIn(server, account, undefined, 'portal')
  other = await signInOther()
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
}, 300_000)
afterAll(() => server.close())
beforeEach(async () => {
  await sql`update corporate_settlement set order_source = '1' where order_source = '2'`.execute(server.database.db)
})

/** Another approved member, with a known password. */
async function signInOther(): Promise<TestSession> {
  const { rows } = await sql<{ userName: string }>`
    update app_user set password_hash = (select password_hash from app_user where user_name = ${account}), must_change_password = false,
      limit_date = (select limit_date from app_user where user_name = ${account})
    where corporate_no = (
      select corporate_no from corporate_member where status = '3' and corporate_no <> 'E000001' order by corporate_no limit 1
    ) returning user_name`.execute(server.database.db)
  return signIn(server, rows[0]?.userName ?? '', `Demo!2025${account}`, 'portal')
}

let keys = 0
const nextKey = () => `request-key-of-test-${++keys}`
const send = (session: TestSession, body: object = wanted, key = nextKey()) => session.post(url, body, { 'idempotency-key': key })

async function request(body: object = wanted): Promise<string> {
  const answer = await send(member, body)
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json<{ settlementNo: string }>().settlementNo
}

/** Text of the mail about a request; empty when there is none. */
async function mailTo(settlementNo: string, subject: string): Promise<string> {
  const mails = await writtenMails(server, { to: account, subject })
  return mails.find(({ text }) => text.includes(settlementNo))?.text ?? ''
}

const own = async (session = member) => (await session.get(`${url}/0/50`)).json<{ totalCount: number; rows: Row[] }>()
const stageOf = async (settlementNo: string) => (await own()).rows.find((row) => row.settlementNo === settlementNo)
const withdraw = (session: TestSession, settlementNo: string) => session.post(`${url}/${settlementNo}/withdraw`)

async function orderOf(settlementNo: string): Promise<Row> {
  const { rows } = await sql<{ id: number }>`select id from corporate_settlement where settlement_no = ${settlementNo}`.execute(
    server.database.db,
  )
  return (await ops.get(`${orders}/${rows[0]?.id}`)).json<Row>()
}

async function step(session: TestSession, order: Row, name: string, input: object = {}): Promise<Row> {
  const answer = await session.post(`${orders}/${order.id}/${name}`, { rowVersion: order.rowVersion, ...input })
  expect([name, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([name, 200, ''])
  return answer.json<Row>()
}

async function price(order: Row, unitPrice = 0.95): Promise<Row> {
  const answer = await ops.put(`${orders}/${order.id}`, { rowVersion: order.rowVersion, unitPrice })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<Row>()
}

describe('a request for points', () => {
  it('becomes a draft of nobody of staff without a price, with mail, history and audit', async () => {
    const settlementNo = await request()
    const draft = await orderOf(settlementNo)
    expect(draft).toMatchObject({
      ...{ corporateNo: 'E000001', status: '1', orderSource: '2', pointsPerSerial: 500, quantity: 20, totalPoints: 10_000 },
      ...{ unitPrice: 0, totalAmount: 0, purpose: '尾牙', validFrom: taipeiDate(new Date()), rowVersion: 1 },
    })
    const { rows } = await sql`select created_by from corporate_settlement where id = ${draft.id}`.execute(server.database.db)
    expect(rows).toEqual([{ createdBy: account }])
    const [mail] = await writtenMails(server, { subject: '點數採購申請已收到' })
    expect([mail?.recipient, mail?.text.includes(settlementNo), mail?.text.includes('10,000 點')]).toEqual([account, true, true])
    const history = (await ops.get(`${orders}/${draft.id}/history`)).json<{ userName: string; action: string }[]>()
    expect(history.map(({ userName, action }) => [userName, action])).toEqual([[account, '新增']])
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'received', totalAmount: null, canWithdraw: true, reason: null })
    const { rows: cards } = (await ops.get('/api/noticeboard/todo')).json<{ rows?: { key: string; count: number }[] }>()
    expect(cards === undefined || cards.some(({ key, count }) => key === 'pointRequest' && count === 1)).toBe(true)
  })

  it('a request for points is priced, submitted and approved by staff, and followed by its member', async () => {
    const settlementNo = await request()
    const draft = await orderOf(settlementNo)
    const unpriced = await ops.post(`${orders}/${draft.id}/submit`, { rowVersion: draft.rowVersion })
    expect([unpriced.statusCode, unpriced.json()]).toEqual([409, { unitPrice: expect.stringContaining('請先以「修改」填寫單價') }])
    const priced = await price(draft)
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'processing', totalAmount: null, canWithdraw: false })
    const returned = await step(fm, await step(ops, priced, 'submit'), 'reject', { rejectReason: '數量請再確認' })
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'returned', reason: '數量請再確認' })
    expect(await mailTo(settlementNo, '點數採購申請需調整')).toContain('數量請再確認')
    const again = await step(ops, await price(returned, 0.9), 'submit')
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'processing', reason: null, totalAmount: null })
    const approved = await step(fm, again, 'approve')
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'approved', totalAmount: 9450, isPaid: false })
    expect(await mailTo(settlementNo, '點數採購申請已核准')).toContain('NT$9,450')
    const made = await step(ops, approved, 'generate')
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'generated' })
    await step(ops, made, 'deliver')
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'delivered' })
    const { rows } = (await member.get('/api/portal/settlements/0/50')).json<{ rows: Row[] }>()
    expect(rows.map((row) => row.settlementNo)).toContain(settlementNo)
  })

  it('a request for points is one order per key, also when it is sent twice at once or again later', async () => {
    const key = nextKey()
    const answers = await Promise.all([send(member, wanted, key), send(member, wanted, key)])
    answers.push(await send(member, wanted, key))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await own()).toMatchObject({ totalCount: 1 })
    const otherContent = await send(member, { ...wanted, quantity: 21 }, key)
    expect([otherContent.statusCode, otherContent.headers['x-error-code']]).toEqual([409, 'E4091'])
    expect((await member.post(url, wanted)).statusCode).toBe(400)
  })

  it('a request for points is refused with a text for every field that is wrong', async () => {
    for (const [field, changes] of [
      ['pointsPerSerial', { pointsPerSerial: 100_001 }],
      ['pointsPerSerial', { pointsPerSerial: 0 }],
      ['quantity', { quantity: 50_001 }],
      ['quantity', { deliveryMethod: '2' }],
      ['deliveryMethod', { deliveryMethod: '9' }],
      ['purpose', { purpose: '字'.repeat(201) }],
    ] as const) {
      const answer = await send(member, { ...wanted, ...changes })
      expect([field, answer.statusCode, Object.keys(answer.json())]).toEqual([field, 400, [field]])
    }
    for (const name of ['unitPrice', 'corporateNo', 'status', 'orderSource'])
      expect([name, (await send(member, { ...wanted, [name]: '1' })).statusCode]).toEqual([name, 400])
    expect(await own()).toMatchObject({ totalCount: 0 })
  })

  it('waits with at most three, also when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(member)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    const refused = answers.find(({ statusCode }) => statusCode !== 201)
    expect([refused?.statusCode, refused?.body]).toEqual([409, '尚有 3 筆採購申請處理中，請待完成或撤回後再申請。'])
    expect((await send(other)).statusCode).toBe(201)
    const [first] = (await own()).rows
    expect((await withdraw(member, String(first?.settlementNo))).statusCode).toBe(200)
    expect((await send(member)).statusCode).toBe(201)
  })

  it('a request for points cannot be deleted by staff behind its member', async () => {
    const draft = await orderOf(await request())
    expect((await ops.delete(`${orders}/${draft.id}?rowVersion=${draft.rowVersion}`)).statusCode).toBe(409)
    await step(fm, draft, 'void', { voidReason: '與客戶確認後取消' })
    expect(await stageOf(String(draft.settlementNo))).toMatchObject({ stage: 'void', reason: '與客戶確認後取消' })
    expect(await mailTo(String(draft.settlementNo), '點數採購申請已取消')).toContain('與客戶確認後取消')
    // Every change by staff is mailed; only the member's own step is not.
    const other = await orderOf(await request())
    await step(fm, other, 'void', { voidReason: '會員撤回申請' })
    expect(await mailTo(String(other.settlementNo), '點數採購申請已取消')).toContain('會員撤回申請')
  })
})

describe('withdrawing', () => {
  it('withdrawing takes a request back that nobody has touched, and once more changes nothing', async () => {
    const settlementNo = await request()
    for (const _ of [1, 2]) expect((await withdraw(member, settlementNo)).statusCode).toBe(200)
    expect(await stageOf(settlementNo)).toMatchObject({ stage: 'withdrawn', canWithdraw: false, reason: null })
    const order = await orderOf(settlementNo)
    expect(order).toMatchObject({ status: '8', voidReason: '會員撤回申請' })
    expect(await mailTo(settlementNo, '點數採購申請已取消')).toBe('')
    const history = (await ops.get(`${orders}/${order.id}/history`)).json<{ userName: string; action: string }[]>()
    expect(history[0]).toMatchObject({ userName: account, action: '作廢' })
  })

  it('withdrawing is refused once staff have worked on it', async () => {
    const settlementNo = await request()
    await price(await orderOf(settlementNo))
    const answer = await withdraw(member, settlementNo)
    expect([answer.statusCode, answer.body]).toEqual([409, '此申請已開始處理，無法撤回，請洽客服人員。'])
    expect(await orderOf(settlementNo)).toMatchObject({ status: '1' })
  })

  it('reaches neither requests of others nor orders of staff', async () => {
    const settlementNo = await request()
    expect((await withdraw(other, settlementNo)).statusCode).toBe(404)
    expect((await own(other)).rows.map((row) => row.settlementNo)).not.toContain(settlementNo)
    const { rows } = await sql<{ no: string }>`
      select settlement_no as no from corporate_settlement where corporate_no = 'E000001' and order_source = '1' limit 1`.execute(
      server.database.db,
    )
    expect((await withdraw(member, rows[0]?.no ?? '')).statusCode).toBe(404)
    for (const session of [ops, fm]) {
      expect((await send(session)).statusCode).toBe(403)
      expect((await session.get(`${url}/0/10`)).statusCode).toBe(403)
      expect((await withdraw(session, settlementNo)).statusCode).toBe(403)
    }
    for (const path of [`${url}/0/10`]) expect((await server.inject(path)).statusCode).toBe(401)
  })
})

it('every call is refused to a suspended member with a text, for new requests, repeats and withdrawals', async () => {
  const key = nextKey()
  const settlementNo = (await send(member, wanted, key)).json<{ settlementNo: string }>().settlementNo
  await sql`update corporate_member set status = '5' where corporate_no = 'E000001'`.execute(server.database.db)
  for (const answer of [await send(member), await send(member, wanted, key), await withdraw(member, settlementNo)])
    expect([answer.statusCode, answer.body]).toEqual([409, '帳號已停權，請洽客服人員。'])
  await sql`update corporate_member set status = '3' where corporate_no = 'E000001'`.execute(server.database.db)
})
