import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { writtenMails } from '../support/mails.ts'
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

/** The same address for the router, but with another text. */
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
  it('a media type that is not meant is refused before anything is read', async () => {
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
    // From the third attempt on, the portal asks everybody for a captcha.
    const onPortal = async (username: string, password: string, taxNumber = '') => {
      const form = { client_id: 'portal', grant_type: 'password', username, password, tax_number: taxNumber }
      return postToken(server, { ...form, ...(await solveCaptcha(server, 'login')) })
    }
    for (const name of ['hr@example.com', 'nobody@example.com']) {
      expect((await postPassword(server, name, 'wrong', 'portal')).json()).toEqual({ captcha: '「我不是機器人」驗證失敗，請再送出一次。' })
      expect((await onPortal(name, 'wrong')).json()).toMatchObject({ err: '3' })
    }
    expect(await errOf('hr@example.com', 'Demo!2025hr@example.com', 'console')).toBe('')
    expect((await onPortal('hr@example.com', 'Demo!2025hr@example.com')).json()).toMatchObject({ err: '4' })
    expect((await onPortal('hr@example.com', 'Demo!2025hr@example.com', await taxNumberOf(server, 'hr@example.com'))).statusCode).toBe(200)
  })

  it('signing in with the wrong client leaves no name in the log that is no account: it may be a password', async () => {
    const typed = 'My!Secret.Pass9'
    await postPassword(server, typed, 'mkt01')
    await server.app.activity.flush()
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from activity_log where to_jsonb(activity_log)::text like ${`%${typed}%`}`.execute(server.database.db)
    expect(rows[0]?.found).toBe(0)
  })

  it('signing in with the wrong client names the fields of the form as people know them', async () => {
    const answer = await postToken(server, { client_id: 'console', grant_type: 'password', username: 'a', password: 'x'.repeat(5000) })
    expect(answer.json()).toEqual({ password: '密碼 格式錯誤' })
  })
})

describe('the role of system administrators', () => {
  it('the role of system administrators can neither be disabled nor lose what gives permissions back', async () => {
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

  it('parameters hold no links that run something', async () => {
    const { id, rowVersion } = await find('SERVICE.CONTACT_URL')
    const answer = await admin.put(`${table}/${id}`, { rowVersion, value: 'javascript:alert(1)' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { value: '值 格式錯誤' }])
  })

  it('parameters of the system cannot be deleted', async () => {
    const { id, rowVersion } = await find('TAX.RATE')
    const answer = await admin.delete(`${table}/${id}?rowVersion=${rowVersion}`)
    expect([answer.statusCode, answer.body]).toEqual([409, '資料已被使用，無法刪除。'])
  })
})

describe('dictionaries of a merchant', () => {
  it('dictionaries of a merchant name only the platforms that serve it', async () => {
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

describe('the text of a mail', () => {
  it('the text of a mail is read by nobody: it may hold a password or a link', async () => {
    const values = {
      userName: 'mailed01',
      fullName: '新人甲乙',
      email: 'mailed01@example.com',
      userType: '1',
      roles: ['CS'],
      isEnabled: true,
    }
    expect((await admin.put('/api/account/users', values)).statusCode).toBe(201)
    const link = { username: 'mailed01', email: 'mailed01@example.com' }
    expect((await admin.post('/api/account/createForgetPasswordEMail', link)).statusCode).toBe(200)
    const [reset, first] = await writtenMails(server, { to: values.email })
    const secrets = [/t=(\w{64})/.exec(reset?.text ?? '')?.[1], /初始密碼：(\S+)/.exec(first?.text ?? '')?.[1]]
    for (const secret of secrets) expect(secret).toMatch(/\S{8}/)
    await server.app.jobs.enqueue(server.database.db, 'mail.send')
    await server.app.jobs.runDue()
    await server.app.activity.flush()
    expect(await writtenMails(server, { to: values.email })).toEqual([])

    const today = taipeiDate(new Date())
    const query = `logCategory=5&occurredAtFrom=${addDays(today, -1)}&occurredAtTo=${today}`
    for (const session of [admin, await signIn(server, 'aud01')]) {
      const list = await session.get(`/api/logs/activitylog/0/100?${query}`)
      const rows = list.json<{ rows: Row[] }>().rows
      const single = await Promise.all(rows.map(async ({ id }) => (await session.get(`/api/logs/activitylog/${id}`)).body))
      const exported = (await session.get(`/api/logs/activitylog/export?format=csv&${query}`)).body
      const actions = (await session.get(`/api/logs/useractionlog/0/100?occurredAtFrom=${addDays(today, -1)}&occurredAtTo=${today}`)).body
      expect(single.join()).toContain(values.email)
      for (const secret of secrets) expect([list.body, ...single, exported, actions].join()).not.toContain(secret)
      expect([list.body, ...single].join()).not.toMatch(/sealed|新人甲乙/)
    }
  })

  it('the text of a mail is not kept where nobody will send it any more', async () => {
    const { db } = server.database
    const values = { recipient: 'a@example.com', subject: '通知', sealed: 'x', error: null }
    await expect(
      db
        .insertInto('mailOutbox')
        .values({ ...values, status: 'recorded' })
        .execute(),
    ).rejects.toThrow('mail_outbox_unreadable')
    await db
      .insertInto('mailOutbox')
      .values({ ...values, status: 'failed' })
      .execute()
    await sql`update mail_outbox set created_at = created_at - interval '31 days' where sealed = 'x'`.execute(db)
    await server.app.jobs.enqueue(db, 'mail.wipe')
    await server.app.jobs.runDue()
    expect(await db.selectFrom('mailOutbox').select('id').where('sealed', '=', 'x').execute()).toEqual([])
  })
})
