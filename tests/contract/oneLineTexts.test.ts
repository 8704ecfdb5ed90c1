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
})
