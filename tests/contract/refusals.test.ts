import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { solveCaptcha } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, postToken, signIn, type TestSession, taxNumberOf } from './identitySession.ts'
import { codeRoutes, fill } from './routeWalk.ts'
import type { Row } from './rows.ts'

let server: TestServer
let admin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.close())

/** The same address to the router, another text to whoever reads it. */
const disguise = (path: string) => path.replace('/api/', '/%61pi/').replace('/connect/', '/%63onnect/')

describe('an address in disguise', () => {
  it('opens no door: percent-encoded letters of /api change nothing', async () => {
    const guarded = codeRoutes(server).filter(({ url, permission }) => url.startsWith('/api/') && permission !== 'public')
    expect(guarded.length).toBeGreaterThan(20)
    for (const { method, url } of guarded) {
      const answer = await server.inject({ method: method as 'GET', url: disguise(fill(url)) })
      expect([method, url, answer.statusCode]).toEqual([method, url, method === 'GET' ? 401 : 403])
    }
    expect((await server.inject('/%61pi/company/companies/0/5')).statusCode).toBe(401)
  })

  it('gets no double hyphen through, and no answer that may be kept', async () => {
    const answer = await server.inject('/%61pi/shared/code_table?category=a%2D-b')
    expect([answer.statusCode, answer.body]).toEqual([400, '有不合法字串'])
    expect((await server.inject('/%61pi/shared/code_table')).headers['cache-control']).toBe('no-store')
  })
})

describe('a media type that is not meant', () => {
  it('is refused before anything is read', async () => {
    const send = (url: string, type: string, payload: string) =>
      server.inject({ method: 'POST', url, headers: { 'content-type': type, authorization: `Bearer ${admin.accessToken}` }, payload })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/vnd.api+json']) {
      const answer = await send('/api/account/roles', type, 'roleCode=X')
      expect([type, answer.statusCode, answer.body]).toEqual([type, 415, '不支援的資料格式'])
    }
    expect((await send('/connect/token', 'application/json', '{"grant_type":"password"}')).statusCode).toBe(415)
    expect((await send('/connect/token', 'application/x-www-form-urlencoded; charset=utf-8', 'client_id=x')).statusCode).toBe(400)
  })
})

describe('signing in with the wrong client', () => {
  const errOf = async (name: string, password: string, client: string) =>
    (await postPassword(server, name, password, client)).json<{ err: string }>().err

  it('counts like an unknown account, so that it tells nobody where a name is known', async () => {
    for (const count of ['1', '2']) {
      expect(await errOf('hr@example.com', 'wrong', 'console')).toBe(count)
      expect(await errOf('nobody@example.com', 'wrong', 'console')).toBe(count)
    }
    // The portal asks for a captcha from the third try on, of everybody.
    const onPortal = async (username: string, password: string, taxNumber = '') => {
      const form = { client_id: 'portal', grant_type: 'password', username, password, tax_number: taxNumber }
      return postToken(server, { ...form, ...(await solveCaptcha(server, 'login')) })
    }
    for (const name of ['hr@example.com', 'nobody@example.com']) {
      expect((await postPassword(server, name, 'wrong', 'portal')).json()).toEqual({ captcha: '驗證碼錯誤，請重新驗證。' })
      expect((await onPortal(name, 'wrong')).json()).toMatchObject({ err: '3' })
    }
    expect(await errOf('hr@example.com', 'Demo!2025hr@example.com', 'console')).toBe('')
    expect((await onPortal('hr@example.com', 'Demo!2025hr@example.com')).json()).toMatchObject({ err: '4' })
    expect((await onPortal('hr@example.com', 'Demo!2025hr@example.com', await taxNumberOf(server, 'hr@example.com'))).statusCode).toBe(200)
  })

  it('leaves no name in the log that is no account: it may be a password', async () => {
    const typed = 'My!Secret.Pass9'
    await postPassword(server, typed, 'mkt01')
    await server.app.activity.flush()
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from activity_log where to_jsonb(activity_log)::text like ${`%${typed}%`}`.execute(server.database.db)
    expect(rows[0]?.found).toBe(0)
  })

  it('names the fields of the form as people know them', async () => {
    const answer = await postToken(server, { client_id: 'console', grant_type: 'password', username: 'a', password: 'x'.repeat(5000) })
    expect(answer.json()).toEqual({ password: '密碼 格式錯誤' })
  })
})

describe('the role of system administrators', () => {
  it('can neither be disabled nor lose what gives permissions back', async () => {
    const find = async () =>
      (await admin.get('/api/account/roles/0/100?roleCode=SYS')).json<{ rows: Row[] }>().rows.find((one) => one.roleCode === 'SYS') as Row
    const role = await find()
    for (const change of [{ permissions: ['company.companies.view'] }, { isEnabled: false }]) {
      const answer = await admin.put(`/api/account/roles/${role.id}`, { rowVersion: role.rowVersion, ...change })
      expect([answer.statusCode, answer.body]).toEqual([409, '至少須保留一位系統管理員。'])
    }
    expect((await find()).rowVersion).toBe(role.rowVersion)
  })
})

describe('parameters', () => {
  const table = '/api/settings/code_table'
  const find = async (code: string) => (await admin.get(`${table}/0/100?category=1&code=${code}`)).json<{ rows: Row[] }>().rows[0] as Row

  it('hold no links that run something', async () => {
    const { id, rowVersion } = await find('SERVICE.CONTACT_URL')
    const answer = await admin.put(`${table}/${id}`, { rowVersion, value: 'javascript:alert(1)' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { value: '值 格式錯誤' }])
  })

  it('of the system cannot be deleted', async () => {
    const { id, rowVersion } = await find('TAX.RATE')
    const answer = await admin.delete(`${table}/${id}?rowVersion=${rowVersion}`)
    expect([answer.statusCode, answer.body]).toEqual([409, '資料已被使用，無法刪除。'])
  })
})

describe('dictionaries of a merchant', () => {
  it('name only the platforms that serve it', async () => {
    const merchant = await signIn(server, 'mer01')
    const all = (await admin.put('/api/shared/dictionary', { parameter: 'ConnectionPlatform' })).json<{ key: string }[]>()
    const own = (await merchant.put('/api/shared/dictionary', { parameter: 'ConnectionPlatform' })).json<{ key: string }[]>()
    const list = await admin.put('/api/account/get_connection_platforms', { pageIndex: 0, pageSize: 100 })
    const serving = list
      .json<{ rows: { platformNo: string; companyNos: string[] }[] }>()
      .rows.filter((row) => row.companyNos.includes('C000101'))
    expect(own.map(({ key }) => key)).toEqual(serving.map(({ platformNo }) => platformNo))
    expect(own.length).toBeLessThan(all.length)
  })
})

describe('a mail that no mail server took', () => {
  it('is read by system administrators only: it may hold a password or a link', async () => {
    const values = { userName: 'mailed01', fullName: '新人', email: 'mailed01@example.com', userType: '1', roles: ['CS'], isEnabled: true }
    expect((await admin.put('/api/account/users', values)).statusCode).toBe(201)
    await server.app.jobs.enqueue(server.database.db, 'mail.send')
    await server.app.jobs.runDue()
    await server.app.activity.flush()
    const auditor = await signIn(server, 'aud01')
    const today = taipeiDate(new Date())
    const url = `/api/logs/activitylog`
    const query = `logCategory=5&occurredAtFrom=${addDays(today, -1)}&occurredAtTo=${today}`
    const list = (await admin.get(`${url}/0/100?${query}`)).json<{ rows: Row[] }>().rows
    const details = async (session: TestSession) =>
      Promise.all(list.map(async ({ id }) => String((await session.get(`${url}/${id}`)).json<Row>().detail)))
    const ofNewUser = (texts: readonly string[]) => texts.find((text) => text.includes('mailed01@example.com'))
    expect(ofNewUser(await details(admin))).toContain('新人')
    expect(ofNewUser(await details(auditor))).toContain('（僅系統管理員可檢視）')
    expect(ofNewUser(await details(auditor))).not.toContain('新人')
    expect((await auditor.get(`${url}/export?format=csv&${query}`)).body).not.toContain('新人')
    // Not by the way, in a list or a file, either: who opens one opens that one.
    expect(ofNewUser(list.map(({ detail }) => String(detail)))).toContain('（請檢視單筆資料）')
    expect((await admin.get(`${url}/export?format=csv&${query}`)).body).not.toContain('新人')
  })

  it('is wiped after a week', async () => {
    const { db } = server.database
    const kept = () => db.selectFrom('mailOutbox').select('id').where('sealed', 'is not', null).execute()
    expect((await kept()).length).toBeGreaterThan(0)
    await sql`update mail_outbox set status = 'recorded', created_at = created_at - interval '8 days'`.execute(db)
    await server.app.jobs.enqueue(db, 'mail.wipe')
    await server.app.jobs.runDue()
    expect(await kept()).toEqual([])
  })
})
