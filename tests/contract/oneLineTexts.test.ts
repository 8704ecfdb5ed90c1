import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let admin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await signIn(server, 'admin')
}, 300_000)
afterAll(() => server.close())

const roles = '/api/account/roles'
const role = { roleCode: 'LINES', roleName: '夜班', userType: '1', permissions: ['points.daily_points.view'], isEnabled: true }

describe('a field of one line', () => {
  it('a field of one line has one line through the API too, and a field of several keeps them', async () => {
    const made = await admin.post(roles, { ...role, roleName: '夜班\r\n客服\u202e\u200b ', description: '第一行\n第二行\u2066' })
    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ roleName: '夜班 客服', description: '第一行\n第二行' })])
    // What looks the same is the same.
    const twin = await admin.post(roles, { ...role, roleCode: 'LINES2', roleName: '夜班\u200b 客\u2060服' })
    expect([twin.statusCode, twin.json()]).toEqual([409, { roleName: '角色名稱 已存在，請重新輸入。' }])
    const { rows } = (await admin.get(`${roles}/0/10?roleName=${encodeURIComponent('夜班\u200b\t客服')}`)).json<{ rows: Row[] }>()
    expect(rows.map(({ roleCode }) => roleCode)).toEqual(['LINES'])
  })

  it('a field of one line is cleaned in bodies that no document describes, before they are judged', async () => {
    const member = await signIn(server, 'hr@example.com', undefined, 'portal')
    const order = { deliveryMethod: '2\u200b', pointsPerSerial: 1000, quantity: 1, purpose: '春酒\u202e\n禮品\u200b' }
    const sent = await member.post('/api/portal/point_requests', order, { 'idempotency-key': randomUUID() })
    expect([sent.statusCode, sent.body]).toEqual([201, expect.any(String)])
    const { rows } = (await member.get('/api/portal/point_requests/0/1')).json<{ rows: Row[] }>()
    expect(rows[0]?.purpose).toBe('春酒 禮品')
  })
})

describe('a text that cannot be stored', () => {
  it('names its field in a form, in the rows of one and in a body of code', async () => {
    const entered = await admin.post(roles, { ...role, roleName: '夜\u0007班', description: '\u0000' })
    expect([entered.statusCode, entered.headers['x-error-code'], entered.json()]).toEqual([
      400,
      'M18',
      { roleName: '角色名稱 有不合法字串，請重新輸入', description: '說明 有不合法字串，請重新輸入' },
    ])
    const ops = await signIn(server, 'ops01')
    const sheet = await ops.post('/api/points/adjustmentslist', { lines: [{ memberNo: '880000000001', remark: '\u001b[31m' }] })
    expect(sheet.json()).toEqual({ 'lines.0.remark': '備註 有不合法字串，請重新輸入' })
    const link = await admin.post('/api/account/createForgetPasswordEMail', { username: 'a\ud800', email: 'a@example.com' })
    expect(link.json()).toEqual({ username: '帳號 有不合法字串，請重新輸入' })
  })

  it('names no field to who may not enter it, nor where no field is wrong', async () => {
    const customerService = await signIn(server, 'cs01')
    expect((await customerService.post(roles, { ...role, roleName: '\u0000' })).json()).toEqual({
      roleName: 'roleName 有不合法字串，請重新輸入',
    })
    expect((await admin.post(roles, { 'x\u0000': 1 })).body).toBe('有不合法字串')
    expect((await admin.get(`${roles}/0/10?roleName=%00`)).body).toBe('有不合法字串')
  })
})
