import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { visitorHeaders } from './routeWalk.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.close())

describe('operation', () => {
  it('says that it lives and that the database answers', async () => {
    expect((await server.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await server.inject({ url: '/readyz' })).statusCode).toBe(200)
  })

  it('tells strangers no more than that, and no numbers at all', async () => {
    expect((await server.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await server.inject({ url: '/readyz' })).json()).toEqual({ status: 'ok' })
    expect((await server.inject({ url: '/metrics' })).body).not.toMatch(/^# HELP|http_/m)
  })

  it('sends the security headers of the baseline on every answer', async () => {
    const { headers } = await server.inject({ url: '/api/nothing' })
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self';worker-src 'self';style-src 'self'")
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['permissions-policy']).toMatch(/^camera=\(\), geolocation=\(\)/)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('an address in disguise, or one that cannot be decoded', () => {
  it.each(['/api/%ff%fe', '/%', '/login/%c3%28?x=1', '/%00', '/a%2fb'])('%s is answered like one that nobody knows', async (url) => {
    const { statusCode, body, headers } = await server.inject({ url })
    expect([statusCode, body]).toEqual([404, '查無資料'])
    expect([headers['x-content-type-options'], headers['content-security-policy']]).toEqual(['nosniff', expect.stringContaining("'none'")])
  })
})

describe('answers', () => {
  it('answers name their media type with its characters, and TRACE gets none', async () => {
    expect((await server.inject({ url: '/api/nothing' })).headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await server.inject({ url: '/readyz' })).headers['content-type']).toMatch(/; charset=utf-8$/)
    const traced = await server.inject({ method: 'TRACE' as 'GET', url: '/api/nothing', headers: { 'x-told': 'back' } })
    expect([403, 404]).toContain(traced.statusCode)
    expect(traced.body).not.toContain('back')
  })
})

describe('unsafe input', () => {
  it.each(['/api/shared/dictionary?x=a--b', '/connect/to--ken', '/api/x?x=%2d%2D'])('refuses two hyphens in %s', async (url) => {
    const answer = await server.inject({ url })
    expect([answer.statusCode, answer.body, answer.headers['x-error-code']]).toEqual([400, '有不合法字串', 'M18'])
  })

  const post = async (payload: string) => {
    const headers = { ...(await visitorHeaders(server)), 'content-type': 'application/json' }
    return server.inject({ method: 'POST', url: '/api/account/createForgetPasswordEMail', headers, payload })
  }

  it.each(['{"__proto__":1}', '{"a":{"constructor":1}}', '{"a":[{"prototype":1}]}', '{"a":"\\u0000"}', '{"a":"\\ud800"}'])(
    'refuses the body %s',
    async (payload) => {
      expect((await post(payload)).statusCode).toBe(400)
    },
  )

  it('refuses JSON deeper than 32 levels before parsing it', async () => {
    expect((await post('['.repeat(100_000))).body).toBe('資料結構過深或欄位過多')
  })

  it('refuses a form that is larger than a sign-in, before its fields are parsed', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (payload: string) => server.inject({ method: 'POST', url: '/connect/token', headers, payload })
    const fields = Array.from({ length: 100_000 }, (_, index) => `k${index}=1`).join('&')
    const refused = await send(`grant_type=password&client_id=console&${fields}`)
    expect([refused.statusCode, refused.body]).toEqual([413, '資料過大'])
    const longest = new URLSearchParams({ username: '帳'.repeat(200), password: '密'.repeat(200), captcha: 'a'.repeat(4000) })
    expect((await send(`grant_type=password&client_id=console&scope=openid&${longest}`)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a body above 1.5 MiB', async () => {
    expect((await post(`"${'a'.repeat(1.6 * 1024 * 1024)}"`)).statusCode).toBe(413)
  })
})

describe('logs', () => {
  it('writes a row of system activity for a refused call, without its query string', async () => {
    await server.inject({ url: '/api/nothing/here?personal=secret' })
    await server.app.activity.flush()
    const rows = await server.database.db.selectFrom('activityLog').selectAll().where('path', '=', '/api/nothing/here').execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ logCategory: '2', logLevel: '2', method: 'GET' })
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it.each(['activity_log', 'user_action_log'])('logs never changes or deletes a row of %s', async (table) => {
    const { db } = server.database
    await sql`insert into activity_log (log_category, message) values ('6', 'x')`.execute(db)
    await sql`insert into user_action_log (user_name, full_name, user_action_type, action) values ('a', 'b', '2', 'c')`.execute(db)
    await expect(sql`update ${sql.table(table)} set user_name = 'z'`.execute(db)).rejects.toThrow(/insert-only/)
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow(/insert-only/)
  })
})
