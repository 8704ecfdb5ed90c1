import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, postRefresh, postToken, sessionOf, signIn } from './identitySession.ts'

let server: TestServer
let now = new Date()
const clock = { now: () => now }
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
/** Milliseconds of real time for which a session is cached. */
const untilForgotten = () => new Promise((resolve) => setTimeout(resolve, 1100))

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock, environment: { CAPTCHA: 'off' } })
})
afterAll(() => server.close())

describe('POST /connect/token with a password', () => {
  it('answers a token pair whose claims are those of the specification', async () => {
    const answer = await postPassword(server, 'mer01', 'Demo!2025mer01')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ expires_in: 600, token_type: 'Bearer' })
    expect(answer.headers['x-xsrf-token']).toMatch(/^[0-9a-f]{64}$/)
    const { claims } = sessionOf(server, answer)
    expect(claims).toMatchObject({ name: 'mer01', userType: '2', companyNo: 'C000101', isEnabled: true, role: ['MER'] })
    expect(claims.permission).toContain('company.company_details.view')
    expect(JSON.parse(String(claims.configuration))).toMatchObject({ askedChangePassword: false, askedWarnPassword: false })
  })

  it('counts wrong passwords exactly, locks with the fifth, and ends the lock after 15 minutes', async () => {
    for (const err of ['1', '2', '3', '4', '5']) {
      expect((await postPassword(server, 'ops02', 'wrong')).json()).toEqual({ error: 'invalid_grant', err })
    }
    const locked = await postPassword(server, 'ops02', 'Demo!2025ops02')
    expect(locked.statusCode).toBe(400)
    expect(locked.json().err).toBe('帳號已鎖定，請使用忘記密碼或洽系統管理人員。')
    wait(15 * 60 + 1)
    expect((await postPassword(server, 'ops02', 'Demo!2025ops02')).statusCode).toBe(200)
    expect((await postPassword(server, 'ops02', 'wrong')).json().err).toBe('1')
  })

  it('treats an unknown account like a known one', async () => {
    for (const err of ['1', '2', '3', '4', '5']) {
      expect((await postPassword(server, 'nobody.here', 'wrong')).json()).toEqual({ error: 'invalid_grant', err })
    }
    expect((await postPassword(server, 'nobody.here', 'wrong')).json().err).toBe('帳號已鎖定，請使用忘記密碼或洽系統管理人員。')
  })

  it('counts parallel tries one by one and lets parallel good ones in', async () => {
    const wrong = await Promise.all(Array.from({ length: 5 }, () => postPassword(server, 'fin02', 'wrong')))
    expect(wrong.map((answer) => answer.json().err).sort()).toEqual(['1', '2', '3', '4', '5'])
    const good = await Promise.all(Array.from({ length: 8 }, () => postPassword(server, 'fin01', 'Demo!2025fin01')))
    expect(good.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it('refuses portal users on the console and staff on the portal', async () => {
    const onConsole = await postPassword(server, 'hr@example.com', 'Demo!2025hr@example.com')
    expect(onConsole.json()).toEqual({ error: 'invalid_grant', err: '' })
    expect((await postPassword(server, 'hr@example.com', 'Demo!2025hr@example.com', 'portal')).statusCode).toBe(200)
    expect((await postPassword(server, 'ops01', 'Demo!2025ops01', 'portal')).json()).toEqual({ error: 'invalid_grant', err: '' })
  })

  it('refuses other clients and other grants', async () => {
    expect((await postPassword(server, 'ops01', 'x', 'other')).json().error).toBe('invalid_client')
    expect((await postToken(server, { grant_type: 'magic', client_id: 'console' })).json().error).toBe('unsupported_grant_type')
  })

  it('POST /connect/token with a password does not open an account that an administrator locked', async () => {
    expect((await postPassword(server, 'cs02', 'Demo!2025cs02')).json().err).toBe('帳號已鎖定，請使用忘記密碼或洽系統管理人員。')
  })
})

describe('POST /connect/token with a refresh token', () => {
  it('rotates, and repeats the same successor for ten seconds', async () => {
    const first = await signIn(server, 'ops01')
    const second = (await postRefresh(server, first.refreshToken)).json()
    expect(second.refresh_token).not.toBe(first.refreshToken)
    wait(9)
    expect((await postRefresh(server, first.refreshToken)).json().refresh_token).toBe(second.refresh_token)
    expect((await postRefresh(server, second.refresh_token)).statusCode).toBe(200)
  })

  it('gives parallel requests one successor', async () => {
    const { refreshToken } = await signIn(server, 'ops01')
    const answers = await Promise.all(Array.from({ length: 5 }, () => postRefresh(server, refreshToken)))
    expect(new Set(answers.map((answer) => answer.json().refresh_token)).size).toBe(1)
  })

  it('POST /connect/token with a refresh token ends the session when an old token comes back', async () => {
    const first = await signIn(server, 'ops01')
    const second = (await postRefresh(server, first.refreshToken)).json()
    wait(11)
    expect((await postRefresh(server, first.refreshToken)).statusCode).toBe(400)
    expect((await postRefresh(server, second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('POST /connect/token with a refresh token ends after 30 minutes without use, and never changes the client', async () => {
    const session = await signIn(server, 'ops01')
    expect((await postRefresh(server, session.refreshToken, 'portal')).statusCode).toBe(400)
    wait(30 * 60)
    expect((await postRefresh(server, session.refreshToken)).statusCode).toBe(400)
    expect((await postRefresh(server, 'no-such-token')).statusCode).toBe(400)
  })
})

describe('a session that is used all the time', () => {
  it('a session that is used all the time ends 12 hours after it began', async () => {
    let { refreshToken } = await signIn(server, 'ops01')
    const stepMinutes = 24
    for (let minutes = stepMinutes; minutes < 12 * 60; minutes += stepMinutes) {
      wait(stepMinutes * 60)
      const answer = await postRefresh(server, refreshToken)
      expect(answer.statusCode).toBe(200)
      refreshToken = answer.json().refresh_token
    }
    wait(stepMinutes * 60)
    expect((await postRefresh(server, refreshToken)).statusCode).toBe(400)
  })
})

describe('the log of system activity', () => {
  it('the log of system activity holds good and bad tries to sign in, with their address and without the password', async () => {
    await postPassword(server, 'ops01', 'wrong-and-secret')
    await signIn(server, 'ops01')
    await server.app.activity.flush()
    const rows = await server.database.db
      .selectFrom('activityLog')
      .selectAll()
      .where('logCategory', '=', '1')
      .where('userName', '=', 'ops01')
      .execute()
    expect(rows.map((row) => row.message)).toEqual(expect.arrayContaining(['登入成功', '登入失敗']))
    expect(rows.every((row) => row.ipAddress !== null)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('wrong-and-secret')
  })
})

describe('calls', () => {
  it('need a token: 401 with a plain text', async () => {
    const answer = await server.inject({ url: '/api/account/users/me/functions' })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toBe('請重新登入')
    const broken = await server.inject({ url: '/api/account/users/0/25', headers: { authorization: 'Bearer a.b.c' } })
    expect(broken.statusCode).toBe(401)
  })

  it('calls end with the access token, 10 minutes after it was made', async () => {
    const session = await signIn(server, 'ops01')
    expect((await session.get('/api/account/users/me/functions')).statusCode).toBe(200)
    wait(11 * 60)
    expect((await session.get('/api/account/users/me/functions')).statusCode).toBe(401)
  })

  it('write only with the anti-forgery token of the session; the refusal carries it', async () => {
    const session = await signIn(server, 'ops01')
    const body = { action: '使用者管理', userActionType: 2 }
    const headers = { authorization: `Bearer ${session.accessToken}` }
    const refused = await server.inject({ method: 'POST', url: '/api/account/user_action_log', headers, payload: body })
    expect(refused.statusCode).toBe(403)
    const retried = { ...headers, 'x-xsrf-token': String(refused.headers['x-xsrf-token']) }
    expect((await server.inject({ method: 'POST', url: '/api/account/user_action_log', headers: retried, payload: body })).statusCode).toBe(
      200,
    )
    expect((await session.get('/api/account/users/me/functions')).headers['x-xsrf-token']).toBe(retried['x-xsrf-token'])
  })

  it('calls are refused when the browser says that they come from another site', async () => {
    const session = await signIn(server, 'ops01')
    const answer = await session.get('/api/account/users/me/functions')
    const headers = { authorization: `Bearer ${session.accessToken}`, 'x-xsrf-token': String(answer.headers['x-xsrf-token']) }
    const write = (more: Record<string, string>) =>
      server.inject({
        method: 'POST',
        url: '/api/account/user_action_log',
        headers: { ...headers, ...more },
        payload: { action: '開啟', userActionType: 2 },
      })
    expect((await write({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await write({ origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    expect((await write({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' })).statusCode).toBe(200)
  })

  it('end with the sign-out, which is an entry of the action log', async () => {
    const session = await signIn(server, 'ops01')
    expect((await session.post('/api/account/user_action_log', { action: '登出', userActionType: 1 })).statusCode).toBe(200)
    expect((await session.get('/api/account/users/me/functions')).statusCode).toBe(401)
    expect((await postRefresh(server, session.refreshToken)).statusCode).toBe(400)
    expect((await session.post('/api/account/user_action_log', { action: 'x', userActionType: 7 })).statusCode).toBe(401)
  })

  it('calls of a disabled user are answered 423, wherever it was disabled', async () => {
    const session = await signIn(server, 'mkt01')
    await server.database.db.updateTable('appUser').set({ status: '0', isEnabled: false }).where('userName', '=', 'mkt01').execute()
    await untilForgotten()
    const answer = await session.get('/api/account/users/me/functions')
    expect(answer.statusCode).toBe(423)
    expect(answer.body).toBe('帳號已停用或鎖定，請洽系統管理人員。')
    expect((await postRefresh(server, session.refreshToken)).statusCode).toBe(423)
    expect((await postPassword(server, 'mkt01', 'Demo!2025mkt01')).json().err).toBe('帳號已停用，請洽系統管理人員。')
    expect((await postPassword(server, 'mkt01', 'wrong')).json().err).toBe('1')
  })
})
