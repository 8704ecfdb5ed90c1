import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaptchaChallenge } from '../../src/answers/account.ts'
import { buildApp } from '../../src/server/app.ts'
import { writtenMails } from '../support/mails.ts'
import { workOut } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, sessionOf, signIn } from './identitySession.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ demo: true, environment: { FORGOT_PASSWORD_PER_HOUR: '3' } })
})
afterAll(() => server.close())

const idOf = async (userName: string) =>
  (await server.database.db.selectFrom('appUser').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id

const mails = async () => (await writtenMails(server)).reverse()

describe('PUT /api/account/users/updatepassword/{id} of the own account', () => {
  it('refuses each broken rule with its text', async () => {
    const session = await signIn(server, 'ops01')
    const change = async (body: object) => (await session.put(`/api/account/users/updatepassword/${await idOf('ops01')}`, body)).json()
    const good = { currentPassword: 'Demo!2025ops01', newPassword: 'Kx9-mountain', confirmPassword: 'Kx9-mountain' }
    expect(await change({ ...good, currentPassword: 'wrong' })).toEqual({ currentPassword: '目前密碼錯誤。' })
    expect(await change({ ...good, confirmPassword: 'other' })).toEqual({ confirmPassword: '兩次輸入的新密碼不同。' })
    expect(await change({ ...good, newPassword: 'short', confirmPassword: 'short' })).toEqual({
      newPassword: '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。',
    })
    expect(await change({ ...good, newPassword: 'Demo!2025ops01', confirmPassword: 'Demo!2025ops01' })).toEqual({
      newPassword: '新密碼不可與最近5次相同。',
    })
    expect(await change({ newPassword: 'Kx9-mountain' })).toEqual({ currentPassword: '目前密碼 必填' })
  })

  it('PUT /api/account/users/updatepassword/{id} of the own account ends all sessions of the account, and the new password works', async () => {
    const [one, two] = [await signIn(server, 'ops02'), await signIn(server, 'ops02')]
    const body = { currentPassword: 'Demo!2025ops02', newPassword: 'Kx9-mountain', confirmPassword: 'Kx9-mountain' }
    const answer = await one.put(`/api/account/users/updatepassword/${await idOf('ops02')}`, body)
    expect([answer.statusCode, answer.headers['x-message-code']]).toEqual([200, 'M04'])
    for (const session of [one, two]) expect((await session.get('/api/account/users/me/functions')).statusCode).toBe(401)
    expect((await postPassword(server, 'ops02', 'Kx9-mountain')).statusCode).toBe(200)
    expect((await postPassword(server, 'ops02', 'Demo!2025ops02')).json().err).toBe('1')
  })
})

describe('wrong present passwords in the change form', () => {
  it('wrong present passwords in the change form are counted one by one in the database, however many come at once and to whichever process', async () => {
    const { app } = server
    const other = await buildApp({ config: app.config, secrets: app.secrets, database: { ...server.database, db: app.db } })
    const signedIn = await postPassword(server, 'mkt01', 'Demo!2025mkt01')
    const session = sessionOf(server, signedIn)
    const elsewhere = sessionOf({ ...server, inject: other.inject.bind(other) as TestServer['inject'] }, signedIn)
    const uri = `/api/account/users/updatepassword/${await idOf('mkt01')}`
    const body = (currentPassword: string) => ({ currentPassword, newPassword: 'Kx9-mountain', confirmPassword: 'Kx9-mountain' })
    const tries = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? session : elsewhere).put(uri, body(`wrong ${index}`)))
    const statuses = (await Promise.all(tries)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    expect((await elsewhere.put(uri, body('Demo!2025mkt01'))).statusCode).toBe(429)
    await other.close()
  })
})

describe('a flood of changes of the own password', () => {
  it('a flood of changes of the own password keeps nobody from signing in', async () => {
    const password = 'Demo!2025fm01'
    const session = await signIn(server, 'fm01')
    const uri = `/api/account/users/updatepassword/${await idOf('fm01')}`
    const body = { currentPassword: password, newPassword: password, confirmPassword: password }
    const flood = Array.from({ length: 90 }, () => session.put(uri, body))
    expect((await postPassword(server, 'fm02', 'Demo!2025fm02')).statusCode).toBe(200)
    expect(new Set((await Promise.all(flood)).map((answer) => answer.body))).toEqual(
      new Set(['{"newPassword":"新密碼不可與最近5次相同。"}']),
    )
  })
})

describe('PUT /api/account/users/updatepassword/{id} of somebody else', () => {
  it('PUT /api/account/users/updatepassword/{id} of somebody else needs authority.users.resetpassword', async () => {
    const session = await signIn(server, 'fin01')
    expect((await session.put(`/api/account/users/updatepassword/${await idOf('cs01')}`, { newPassword: 'Kx9-mountain' })).statusCode).toBe(
      403,
    )
  })

  it('gives a password that must be changed before anything else works', async () => {
    const admin = await signIn(server, 'admin')
    const before = await signIn(server, 'cs01')
    const reset = await admin.put(`/api/account/users/updatepassword/${await idOf('cs01')}`, { newPassword: 'Kx9-mountain' })
    expect(reset.statusCode).toBe(200)
    expect((await before.get('/api/account/users/me/functions')).statusCode).toBe(401)

    const session = sessionOf(server, await postPassword(server, 'cs01', 'Kx9-mountain'))
    expect(JSON.parse(String(session.claims.configuration)).askedChangePassword).toBe(true)
    expect((await session.get('/api/account/users/me/functions')).statusCode).toBe(200)
    const other = await session.put('/api/shared/dictionary', { parameter: 'UserType' })
    expect([other.statusCode, other.headers['x-error-code']]).toEqual([403, 'PASSWORD_CHANGE'])
    const change = { currentPassword: 'Kx9-mountain', newPassword: 'Kx9-mountains', confirmPassword: 'Kx9-mountains' }
    expect((await session.put(`/api/account/users/updatepassword/${await idOf('cs01')}`, change)).statusCode).toBe(200)
    const after = await signIn(server, 'cs01', 'Kx9-mountains')
    expect((await after.put('/api/shared/dictionary', { parameter: 'UserType' })).statusCode).toBe(200)
  })
})

describe('a forgotten password', () => {
  const sent = '若資料正確，系統將寄送重設密碼信件。'

  /** Visitors need the anti-forgery token of their cookie, which any answer contains, and a captcha. */
  async function visitor() {
    const answer = await server.inject({ url: '/api/account/captcha' })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    return {
      captcha: answer.json<CaptchaChallenge>(),
      headers: { cookie, 'x-xsrf-token': String(answer.headers['x-xsrf-token']) },
    }
  }

  it('needs the answer to its captcha', async () => {
    const { captcha, headers } = await visitor()
    const send = (answer: string) => {
      const payload = { username: 'nobody', email: 'nobody@example.com', captcha: answer }
      return server.inject({ method: 'POST', url: '/api/account/createForgetPasswordEMail', headers, payload })
    }
    const wrong = await send('xxxxx')
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { captcha: '「我不是機器人」驗證失敗，請再送出一次。' }])
    const solved = await workOut(captcha)
    expect((await send(solved)).body).toBe(sent)
    expect((await send(solved)).json()).toEqual({ captcha: '「我不是機器人」驗證失敗，請再送出一次。' })
  })

  it('a forgotten password is asked for by the help desk for anybody, by others for themselves only', async () => {
    const clerk = await signIn(server, 'fin01')
    const url = '/api/account/createForgetPasswordEMail'
    expect((await clerk.post(url, { username: 'fin02', email: 'fin02@example.com' })).statusCode).toBe(403)
    expect((await clerk.post(url, { username: 'fin01', email: 'fin01@example.com' })).body).toBe(sent)
  })

  it('a forgotten password is mailed to its owner although a stranger, who does not know the address, has asked too often', async () => {
    const admin = await signIn(server, 'admin')
    const ask = (email: string) => admin.post('/api/account/createForgetPasswordEMail', { username: 'mkt01', email })
    for (let tries = 0; tries < 5; tries += 1) expect((await ask(`stranger${tries}@example.com`)).body).toBe(sent)
    for (let tries = 0; tries < 5; tries += 1) expect((await ask('same.stranger@example.com')).body).toBe(sent)
    const before = (await mails()).length
    for (let tries = 0; tries < 5; tries += 1)
      expect((await ask(tries % 2 === 0 ? 'mkt01@example.com' : 'MKT01@example.com')).body).toBe(sent)
    expect((await mails()).length).toBe(before + 3)
  })

  it('a forgotten password is set by a mailed link, once, which also ends the lock', async () => {
    const admin = await signIn(server, 'admin')
    const ask = (username: string, email: string) => admin.post('/api/account/createForgetPasswordEMail', { username, email })
    const before = (await mails()).length
    expect((await ask('aud01', 'other@example.com')).body).toBe(sent)
    expect((await ask('nobody', 'nobody@example.com')).body).toBe(sent)
    expect((await mails()).length).toBe(before)
    for (let attempt = 0; attempt < 6; attempt += 1) await postPassword(server, 'aud01', 'wrong')

    expect((await ask('aud01', 'aud01@example.com')).body).toBe(sent)
    const mail = (await mails()).at(-1)
    const token = /forget_password\?t=([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? ''
    const { headers } = await visitor()
    const set = (newPassword: string, given = token) =>
      server.inject({
        method: 'PUT',
        url: '/api/account/users/updateForgetPassword',
        headers,
        payload: { token: given, newPassword, confirmPassword: newPassword },
      })
    expect((await set('Kx9-mountain', '0'.repeat(64))).body).toBe('連結已失效，請重新申請。')
    expect((await set('weak')).statusCode).toBe(400)
    expect((await set('Kx9-mountain')).statusCode).toBe(200)
    expect((await set('Kx9-mountains')).body).toBe('連結已失效，請重新申請。')
    expect((await postPassword(server, 'aud01', 'Kx9-mountain')).statusCode).toBe(200)
  })
})
