import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { solveCaptcha } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, postToken, signIn, type TestSession, taxNumberOf } from './identitySession.ts'

const account = 'hr@example.com'
const password = `Demo!2025${account}`
const today = taipeiDate(new Date())

let server: TestServer
let member: TestSession
let staff: TestSession
let corporateNo: string

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  member = await signIn(server, account, password, 'portal')
  staff = await signIn(server, 'ops01')
  corporateNo = (await member.get('/api/portal/home')).json<{ corporateNo: string }>().corporateNo
})
afterAll(() => server.close())

let works = 0
async function give(points: number, expireDate: string, businessAt = new Date()): Promise<void> {
  const now = new Date()
  const context = { now, businessAt, companyNo: null, retailStoreNo: null, createdBy: '測試', remark: '測試採購' }
  const source = { work: 'PORTAL_TEST', workId: String(++works) }
  await ledger.run(server.database.db, (trx) =>
    ledger.saleIntoAccount(trx, { context: { ...context, source }, corporateNo, points, expireDate }),
  )
}

describe('signing in at the portal', () => {
  const form = { client_id: 'portal', grant_type: 'password', username: 'nobody@example.com', password: 'wrong', tax_number: '00000000' }

  it('signing in at the portal takes a wrong tax ID for a wrong password', async () => {
    const answer = await postToken(server, { ...form, username: account, password, tax_number: '04595257' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_grant', err: '1' }])
    expect((await postPassword(server, account, password, 'portal')).statusCode).toBe(200)
  })

  it('asks for a captcha after two wrong tries, each good once and only here', async () => {
    for (const err of ['1', '2']) expect((await postToken(server, form)).json()).toEqual({ error: 'invalid_grant', err })
    const refusal = { captcha: '「我不是機器人」驗證失敗，請再送出一次。' }
    expect((await postToken(server, form)).json()).toEqual(refusal)
    expect((await postToken(server, { ...form, ...(await solveCaptcha(server, 'register')) })).json()).toEqual(refusal)
    const solved = await solveCaptcha(server, 'login')
    expect((await postToken(server, { ...form, ...solved })).json()).toMatchObject({ err: '3' })
    expect((await postToken(server, { ...form, ...solved })).json()).toEqual(refusal)
  })

  it('signing in at the portal names a suspended member as such, once the password is right', async () => {
    const { rows } = await sql<{ userName: string }>`
      select u.user_name from app_user u join corporate_member m on m.corporate_no = u.corporate_no where m.status = '5'`.execute(
      server.database.db,
    )
    const userName = rows[0]?.userName ?? ''
    const hash = sql`(select password_hash from app_user where user_name = ${account})`
    await sql`update app_user set password_hash = ${hash} where user_name = ${userName}`.execute(server.database.db)
    const tax_number = await taxNumberOf(server, userName)
    const answer = await postToken(server, { ...form, username: userName, password, tax_number })
    expect(answer.json()).toEqual({ error: 'invalid_grant', err: '帳號已停權，請洽客服人員。' })
    expect((await postToken(server, { ...form, username: userName, tax_number })).json()).toMatchObject({ err: '1' })
  })
})

describe('GET /api/portal/home', () => {
  it('tells the balance, and what of it ends within 30 days', async () => {
    const before = (await member.get('/api/portal/home')).json<{ balance: number; expiring30: number }>()
    await give(300, addDays(today, 30))
    await give(500, addDays(today, 31))
    expect((await member.get('/api/portal/home')).json()).toMatchObject({
      companyName: expect.any(String),
      corporateNo,
      balance: before.balance + 800,
      expiring30: before.expiring30 + 300,
      openTerms: null,
    })
  })

  it('GET /api/portal/home is refused to staff, and to visitors', async () => {
    for (const url of ['/api/portal/home', '/api/portal/ledger/0/10', '/api/portal/ledger/export', '/api/portal/corporate_member_apply']) {
      expect([url, (await staff.get(url)).headers['x-error-code']]).toEqual([url, 'M12'])
      expect([url, (await server.inject(url)).statusCode]).toEqual([url, 401])
    }
  })
})

describe('GET /api/portal/ledger', () => {
  it('lists the own entries newest first, by days, with what remained after each', async () => {
    await give(50, addDays(today, 400))
    const { rows, totalCount } = (await member.get('/api/portal/ledger/0/2')).json<{ rows: { balance: number }[]; totalCount: number }>()
    expect(rows[0]).toMatchObject({ kind: '61', kindName: '企業序號產生', pointsIn: 50, pointsOut: 0, remark: '測試採購' })
    expect(Number(rows[0]?.balance) - Number(rows[1]?.balance)).toBe(50)
    expect(totalCount).toBeGreaterThanOrEqual(3)
    const tomorrow = addDays(today, 1)
    expect((await member.get(`/api/portal/ledger/0/10?from=${tomorrow}`)).json()).toMatchObject({ totalCount: 0, rows: [] })
    expect((await member.get(`/api/portal/ledger/0/10?from=${tomorrow}&to=${today}`)).headers['x-error-code']).toBe('M14')
  })

  it('GET /api/portal/ledger goes by its dates, and every balance is the one before and the change, also of what was posted for an earlier day', async () => {
    interface Entry {
      readonly date: string
      readonly pointsIn: number
      readonly pointsOut: number
      readonly balance: number
    }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await give(70, addDays(today, 400), daysAgo(2))
    const sameTime = daysAgo(1)
    for (const points of [11, 12, 13]) await give(points, addDays(today, 400), sameTime)
    const read = async (query = '') => (await member.get(`/api/portal/ledger/0/50${query}`)).json<{ rows: Entry[]; totalCount: number }>()
    const { rows, totalCount } = await read()
    expect(rows).toHaveLength(totalCount)
    expect(rows.map(({ date }) => date)).toEqual(
      rows
        .map(({ date }) => date)
        .sort()
        .reverse(),
    )
    const steps = rows.map(({ balance, pointsIn, pointsOut }, index) => balance - pointsIn + pointsOut - (rows[index + 1]?.balance ?? 0))
    expect(steps).toEqual(rows.map(() => 0))
    const { rows: kept } = await sql<{ balance: number }>`
      select balance from point_account where class = 'CORP' and owner_id = ${corporateNo}`.execute(server.database.db)
    expect(rows[0]?.balance).toBe(kept[0]?.balance)
    // In the order in which they were posted.
    expect(rows.filter(({ date }) => date === sameTime.toISOString()).map(({ pointsIn }) => pointsIn)).toEqual([13, 12, 11])
    // A part of the date range gives the same balances,
    const part = await read(`?from=${addDays(today, -3)}&to=${addDays(today, -1)}`)
    expect(part.rows.length).toBeGreaterThanOrEqual(4)
    expect(rows).toEqual(expect.arrayContaining(part.rows))
    // and so does a later page.
    const second = (await member.get('/api/portal/ledger/1/2')).json<{ rows: Entry[] }>()
    expect(second.rows).toEqual(rows.slice(2, 4))
  })

  it('GET /api/portal/ledger is what staff see of it, with the same balances', async () => {
    interface Line {
      readonly transactionNo: string
      readonly balance: number
    }
    const own = (await member.get('/api/portal/ledger/0/50')).json<{ rows: Line[]; totalCount: number }>()
    const found = (await staff.get(`/api/corporate/corporate/0/10?corporateNo=${corporateNo}`)).json<{ rows: { id: number }[] }>()
    const path = `/api/corporate/corporate/${found.rows[0]?.id}/children/ledger/0/50`
    const shown = (await staff.get(path)).json<{ rows: Line[]; totalCount: number }>()
    const facts = ({ rows }: { rows: Line[] }) => rows.map(({ transactionNo, balance }) => [transactionNo, balance])
    expect(facts(shown)).toEqual(facts(own))
    expect(shown.totalCount).toBe(own.totalCount)
    expect(own.totalCount).toBeGreaterThan(5)
    expect((await (await signIn(server, 'mer01')).get(path)).statusCode).toBe(403)
  })

  it('gives them as a file', async () => {
    const answer = await member.get(`/api/portal/ledger/export?from=${today}`)
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('點數明細_'))
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('the own data', () => {
  const url = '/api/portal/corporate_member_apply'
  const fields = [
    ...['rowVersion', 'companyName', 'responsiblePerson', 'cityCode', 'districtCode', 'zipCode', 'address', 'phoneArea', 'phoneNumber'],
    ...['phoneExt', 'contactName', 'contactDept', 'contactTitle', 'contactMobile', 'contactEmail', 'invoiceEmail'],
  ]
  const read = async () => (await member.get(url)).json<Record<string, unknown>>()
  const bodyOf = (data: Record<string, unknown>, changes: object) => ({
    ...Object.fromEntries(fields.map((field) => [field, data[field]])),
    ...changes,
  })

  it('change at once, but for the names, which wait for staff', async () => {
    const data = await read()
    const answer = await member.put(url, bodyOf(data, { contactName: '新聯絡人', companyName: '新名稱股份有限公司' }))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { contactName: '新聯絡人', companyName: data.companyName, hasPendingChange: true },
    ])
    // Other fields can be changed meanwhile; another name cannot.
    const again = answer.json<Record<string, unknown>>()
    const further = await member.put(url, bodyOf(again, { contactDept: '總務部' }))
    expect(further.json()).toMatchObject({ contactDept: '總務部', hasPendingChange: true })
    expect((await member.put(url, bodyOf(further.json(), { responsiblePerson: '別人' }))).statusCode).toBe(409)
    const { id, rowVersion } = (await staff.get(`/api/corporate/corporate/0/25?corporateNo=${corporateNo}`)).json().rows[0]
    expect((await staff.post(`/api/corporate/corporate/${id}/approve_change`, { rowVersion })).statusCode).toBe(200)
    expect(await read()).toMatchObject({ companyName: '新名稱股份有限公司', hasPendingChange: false })
  })

  it('the own data are changed once when the answer of the first try was lost, names too; the same key says nothing about other content', async () => {
    const body = bodyOf(await read(), { contactTitle: '協理', responsiblePerson: '陳新任' })
    const key = { 'idempotency-key': 'own-data-of-a-lost-answer' }
    const first = await member.put(url, body, key)
    const second = await member.put(url, body, key)
    expect([second.statusCode, second.json()]).toEqual([200, first.json()])
    expect(second.json()).toMatchObject({ contactTitle: '協理', hasPendingChange: true })
    expect((await member.put(url, body)).headers['x-error-code']).toBe('M10')
    expect((await member.put(url, { ...body, contactTitle: '經理' }, key)).headers['x-error-code']).toBe('E4091')
  })

  it('refuse what is wrong, unknown, foreign or older than what is stored', async () => {
    const data = await read()
    expect((await member.put(url, bodyOf(data, { contactMobile: '12' }))).json()).toHaveProperty('contactMobile')
    expect((await member.put(url, bodyOf(data, { zipCode: '999' }))).json()).toHaveProperty('zipCode')
    expect((await member.put(url, { ...bodyOf(data, {}), taxNumber: '04595257' })).statusCode).toBe(400)
    expect((await member.put(url, bodyOf(data, { rowVersion: 1, contactDept: '舊' }))).headers['x-error-code']).toBe('M10')
    expect((await staff.put(url, bodyOf(data, {}))).headers['x-error-code']).toBe('M12')
  })
})

describe('terms in a new version', () => {
  it('terms in a new version are asked for until they are agreed to, and stop changes meanwhile', async () => {
    await sql`update corporate_member set policy_version = '2020.1' where corporate_no = ${corporateNo}`.execute(server.database.db)
    const { openTerms } = (await member.get('/api/portal/home')).json()
    expect(openTerms).toEqual({ policyVersion: '2025.1', privacyVersion: '2025.1' })
    const data = (await member.get('/api/portal/corporate_member_apply')).json()
    expect((await member.put('/api/portal/corporate_member_apply', { ...data })).statusCode).toBe(400)
    const old = await member.post('/api/portal/member/agree', { ...openTerms, policyVersion: '2020.1' })
    expect(old.headers['x-error-code']).toBe('TERMS')
    expect((await member.post('/api/portal/member/agree', openTerms)).statusCode).toBe(200)
    expect((await member.get('/api/portal/home')).json()).toMatchObject({ openTerms: null })
    const { rows } = await sql`select policy_version, agreed_at > now() - interval '1 minute' as is_new from corporate_member
      where corporate_no = ${corporateNo}`.execute(server.database.db)
    expect(rows).toEqual([{ policyVersion: '2025.1', isNew: true }])
  })
})
