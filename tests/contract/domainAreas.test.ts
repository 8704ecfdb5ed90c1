import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let admin: TestSession
let ops: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await signIn(server, 'admin')
  ops = await signIn(server, 'ops01')
})

afterAll(() => server.close())

const today = taipeiDate(new Date())
const lastDays = `occurredAtFrom=${addDays(today, -7)}&occurredAtTo=${today}`

async function listRows(session: TestSession, url: string): Promise<Row[]> {
  const answer = await session.get(url)
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  return answer.json<{ rows: Row[] }>().rows
}

describe('at the first start no screen is empty', () => {
  it.each([
    '/api/company/companies/0/25',
    '/api/company/retail_store/0/25',
    '/api/company/company_group/0/25',
    '/api/company/reward_point/0/25',
    '/api/announcement/announcements/0/25',
    '/api/settings/code_table/0/25',
    `/api/logs/companylog/0/25?${lastDays}`,
  ])('%s lists rows', async (url) => {
    expect((await listRows(ops, url)).length).toBeGreaterThan(0)
  })

  it.each([`/api/logs/activitylog/0/25?${lastDays}`, `/api/logs/useractionlog/0/25?${lastDays}`])('%s lists rows', async (url) => {
    expect((await listRows(admin, url)).length).toBeGreaterThan(0)
  })
})

describe('the log of system activity', () => {
  it('the log of system activity keeps calls that write or fail, not reads that travel as PUT nor what the action log keeps', async () => {
    const since = new Date()
    await admin.put('/api/shared/dictionary', { parameter: 'Role' })
    await admin.put('/api/shared/dictionary', { parameter: 'NoSuchDictionary' })
    await admin.put('/api/account/get_connection_platforms', { pageIndex: 0, pageSize: 25 })
    await admin.post('/api/account/user_action_log', { action: '角色管理', userActionType: 2 })
    await admin.post('/api/account/user_action_log', { action: '角色管理', userActionType: 9 })
    await server.app.activity.flush()
    const rows = await server.database.db
      .selectFrom('activityLog')
      .select(['path', 'statusCode'])
      .where('occurredAt', '>=', since)
      .execute()
    expect(rows.map(({ path, statusCode }) => `${path} ${statusCode}`).sort()).toEqual([
      '/api/account/user_action_log 400',
      '/api/shared/dictionary 400',
    ])
  })
})

describe('connection platforms', () => {
  const list = (session: TestSession) =>
    session.put('/api/account/get_connection_platforms', { pageIndex: 0, pageSize: 25, filters: {}, sort: 'platformNo.asc' })

  it('connection platforms are listed without their keys', async () => {
    const rows = (await list(admin)).json<{ rows: Row[] }>().rows
    expect(rows.map((row) => row.platformNo)).toEqual(['P0001', 'P0002', 'P0003'])
    expect(JSON.stringify(rows)).not.toMatch(/[A-Za-z0-9+/]{20,}=/)
  })

  it('connection platforms are created with a generated pair of which only the last characters stay', async () => {
    const key = (await admin.get('/api/account/generate_aes_keyandiv')).json<{ aesKey: string; aesIv: string }>()
    expect([Buffer.from(key.aesKey, 'base64').length, Buffer.from(key.aesIv, 'base64').length]).toEqual([32, 16])
    const answer = await admin.put('/api/account/create_connection_platform', {
      ...{ ...key, platformName: '測試平台', platformType: '1', companyNos: ['C000101'], allowedApis: ['issue'], rateLimitPerMinute: 60 },
      ...{ contactName: '王小明', contactEmail: 'a@example.com', contactPhone: '0912345678', status: '1' },
    })
    expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
    expect(answer.json()).toMatchObject({ platformNo: 'P0004', aesKey: `****${key.aesKey.slice(-4)}`, keyVersion: 1 })
    const { id } = answer.json<Row>()

    const test = await admin.post(`/api/connection/connection_platform/${id}/test`)
    expect(test.json()).toMatchObject({ request: { value: 'POST /api/partner/v1/echo' }, status: { value: 200 } })
    expect(test.body).toContain('P0004')

    const rotated = await admin.post(`/api/connection/connection_platform/${id}/rotate_key`)
    expect([rotated.statusCode, rotated.json()]).toMatchObject([200, { keyVersion: 2, oldKeyValidTo: expect.any(String) }])
    const stopped = await admin.post(`/api/connection/connection_platform/${id}/stop_old_key`)
    expect([stopped.statusCode, stopped.json()]).toEqual([200, { oldKeyValidTo: null }])
    expect((await admin.post(`/api/connection/connection_platform/${id}/stop_old_key`)).statusCode).toBe(409)
  })

  it('connection platforms keep their keys when something else is edited, and ask before one in use is disabled', async () => {
    const [{ id, rowVersion } = { id: 0, rowVersion: 0 }] = (await list(admin)).json<{ rows: Row[] }>().rows
    const read = async () => (await admin.get(`/api/account/connection_platform?id=${id}`)).json<Row>()
    const { aesKey, aesIv, keyVersion } = await read()
    const edited = await admin.put('/api/account/connection_platform', { id, rowVersion, aesKey, aesIv, contactName: '陳小美' })
    expect([edited.statusCode, edited.json()]).toMatchObject([200, { aesKey, aesIv, keyVersion, contactName: '陳小美' }])

    await server.database.db.updateTable('connectionPlatform').set({ lastCallAt: new Date() }).where('id', '=', id).execute()
    const disable = { id, rowVersion: (await read()).rowVersion, status: '0' }
    const asked = await admin.put('/api/account/connection_platform', disable)
    expect([asked.statusCode, asked.body, asked.headers['x-error-code']]).toEqual([
      409,
      '此平台10分鐘內仍有交易，確定要停用嗎？',
      'CONFIRM:confirmDisable',
    ])
    const confirmed = await admin.put('/api/account/connection_platform', { ...disable, confirmDisable: true })
    expect([confirmed.statusCode, confirmed.json<Row>().status]).toEqual([200, '0'])
  })

  it('connection platforms are rotated only by those who may', async () => {
    expect((await ops.get('/api/account/generate_aes_keyandiv')).statusCode).toBe(403)
    const [row] = (await list(ops)).json<{ rows: Row[] }>().rows
    expect((await ops.post(`/api/connection/connection_platform/${row?.id}/rotate_key`)).statusCode).toBe(403)
  })
})

describe('announcements', () => {
  it('announcements are on the board of those they are for, and are read by a POST', async () => {
    const board = await listRows(ops, '/api/noticeboard/announcements/0/25')
    expect(board.map((row) => row.title).sort()).toEqual(['示範資料說明', '歡迎使用'].sort())
    expect(board.every((row) => row.isRead === false)).toBe(true)
    const [first] = board
    expect((await ops.get(`/api/noticeboard/announcements/${first?.id}`)).json<Row>().isRead).toBe(false)
    expect((await ops.post(`/api/noticeboard/announcements/${first?.id}/read`)).statusCode).toBe(204)
    expect((await ops.get(`/api/noticeboard/announcements/${first?.id}`)).json<Row>().isRead).toBe(true)
    const mer01 = await signIn(server, 'mer01')
    expect((await listRows(mer01, '/api/noticeboard/announcements/0/25')).map((row) => row.title)).toContain('對帳單寄送時間調整')
  })

  it('announcements that nobody published are not on the board', async () => {
    const [draft] = await listRows(ops, '/api/announcement/announcements/0/1?status=1')
    expect((await ops.get(`/api/noticeboard/announcements/${draft?.id}`)).statusCode).toBe(404)
  })

  it('announcements cannot be published when their time is over', async () => {
    const created = await ops.post('/api/announcement/announcements', {
      ...{ category: '1', title: '舊公告', content: '<p>內容</p>', audience: ['1'], isPinned: false },
      ...{ startAt: '2025-01-01T00:00:00Z', endAt: '2025-01-02T00:00:00Z' },
    })
    expect([created.statusCode, created.json<Row>().announcementNo]).toEqual([201, expect.stringMatching(/^N\d{12}$/)])
    const { id, rowVersion } = created.json<Row>()
    const publish = await ops.post(`/api/announcement/announcements/${id}/publish`, { rowVersion })
    expect([publish.statusCode, publish.body]).toEqual([409, '公告迄日已過，無法發佈。'])
  })

  it('tell second persons what waits for them, and nobody else', async () => {
    const fm = await signIn(server, 'fm01')
    const keys = (await fm.get('/api/noticeboard/todo')).json<Row[]>().map((card) => card.key)
    const settings = ['rewardPoint', 'pointExchange', 'companyDiscount', 'yearlyDiscount', 'payerExtraRatio']
    expect(keys).toEqual(expect.arrayContaining(['companyContract', 'companyChange', ...settings]))
    expect((await (await signIn(server, 'mkt01')).get('/api/noticeboard/todo')).json<Row[]>().map((card) => card.key)).not.toContain(
      'rewardPoint',
    )
  })
})

describe('parameters', () => {
  const url = '/api/settings/code_table'

  it('parameters are checked by type and range, and system ones stay', async () => {
    const [rate] = await listRows(admin, `${url}/0/1?code=TAX.RATE`)
    const wrong = await admin.put(`${url}/${rate?.id}`, { rowVersion: rate?.rowVersion, value: '101' })
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { value: '值 格式錯誤' }])
    expect((await admin.put(`${url}/${rate?.id}`, { rowVersion: rate?.rowVersion, value: '6' })).statusCode).toBe(200)
    expect((await admin.delete(`${url}/${rate?.id}`)).statusCode).toBe(409)
  })

  it('parameters never change for days that are past, whatever is edited', async () => {
    const valuesOn = async (code: string) => {
      const rows = await listRows(admin, `${url}/0/100?code=${code}&sort=effectiveFrom.asc`)
      return rows.map((row) => `${row.effectiveFrom} ${row.value}`)
    }
    const [limit] = await listRows(admin, `${url}/0/1?code=ADJUST.LARGE_POINTS`)
    const edited = await admin.put(`${url}/${limit?.id}`, { rowVersion: limit?.rowVersion, value: '200000' })
    expect([edited.statusCode, edited.json<Row>().effectiveFrom]).toEqual([200, today])
    expect(await valuesOn('ADJUST.LARGE_POINTS')).toEqual(['2020-01-01 100000', `${today} 200000`])
    const later = addDays(today, 30)
    const moved = await admin.put(`${url}/${limit?.id}`, { rowVersion: edited.json<Row>().rowVersion, effectiveFrom: later })
    expect(moved.statusCode).toBe(200)
    expect(await valuesOn('ADJUST.LARGE_POINTS')).toEqual(['2020-01-01 100000', `${today} 200000`, `${later} 200000`])
    const [grace] = await listRows(admin, `${url}/0/1?code=POINT.RESTORE_GRACE_DAYS`)
    const off = await admin.put(`${url}/${grace?.id}`, { rowVersion: grace?.rowVersion, isEnabled: false })
    expect([off.statusCode, off.body]).toEqual([409, '此參數已生效，不可停用或重新啟用；請修改值並填寫生效日。'])
  })

  it('parameters name what exists, in their own type', async () => {
    const [payer] = await listRows(admin, `${url}/0/1?code=CTBC.COMPANY_NO`)
    const put = async (value: string) => (await admin.put(`${url}/${payer?.id}`, { rowVersion: payer?.rowVersion, value })).json()
    expect(await put('C999999')).toEqual({ value: '查無特約商 C999999，請輸入既有的特約商代號。' })
    expect(await put('C000101')).toEqual({ value: 'C000101 不是合約有效的付款機構。' })
    const rate = { category: '1', code: 'TAX.RATE', name: '稅率', valueType: '1', value: 'x', displayOrder: 1, isEnabled: true }
    const answer = await admin.post(url, { ...rate, effectiveFrom: addDays(today, 1) })
    expect(answer.statusCode).toBe(400)
  })

  it('parameters keep entries of dictionaries that records have, and rows that were in force', async () => {
    const entry = {
      category: '2',
      code: 'Z1',
      name: '測試類型',
      parentCode: 'CompanyType',
      valueType: '1',
      displayOrder: 90,
      isEnabled: true,
    }
    const added = (await admin.post(url, entry)).json<Row>()
    const { db } = server.database
    await db
      .updateTable('company')
      .set({ companyType: 'Z1' } as never)
      .where('companyNo', '=', 'C000105')
      .execute()
    const used = await admin.delete(`${url}/${added.id}`)
    expect([used.statusCode, used.body]).toEqual([409, '資料已被使用，無法刪除。'])
    await db
      .updateTable('company')
      .set({ companyType: '1' } as never)
      .where('companyNo', '=', 'C000105')
      .execute()
    expect((await admin.delete(`${url}/${added.id}`)).statusCode).toBe(200)
  })

  it('parameters take no invoice tracks: these have a screen of their own', async () => {
    const value = JSON.stringify({ taxPeriod: '202501', prefix: 'AB', startNo: 1, endNo: 100, nextNo: 1 })
    const track = { category: '3', code: 'AB1', name: 'AB1', valueType: '6', value, displayOrder: 1, isEnabled: true }
    const answer = await admin.post(url, track)
    expect([answer.statusCode, answer.json()]).toEqual([409, { category: '字軌請於「帳務管理 > 發票字軌」維護，發票只由該處取號。' }])
  })

  it('parameters are given to everybody only when they are public', async () => {
    const rows = (await server.inject({ url: '/api/shared/code_table' })).json<Row[]>()
    expect(rows.map((row) => row.code)).toContain('SERVICE.PHONE')
    expect(rows.map((row) => row.code)).not.toContain('LOGIN.MAX_FAILED')
  })

  it('feed the dictionaries', async () => {
    const types = (await ops.get('/api/shared/company_type')).json<Row[]>()
    expect(types[0]).toEqual({ key: '1', value: '百貨零售' })
    expect((await ops.get('/api/shared/company_group')).json()).toEqual([{ key: 'G0001', value: '禾光集團' }])
    const reasons = await ops.put('/api/shared/dictionary', { parameter: 'AdjustReason', strArg: '2' })
    expect(reasons.json<Row[]>().map((option) => option.key)).toEqual(['201', '202', '203', '299'])
    const districts = await ops.put('/api/shared/dictionary', { parameter: 'District', strArg: '10018' })
    expect(districts.json<Row[]>()).toHaveLength(3)
    const zip = await ops.put('/api/shared/dictionary', { parameter: 'ZipCode', strArg: '100183002' })
    expect(zip.json()).toEqual([{ key: '300', value: '300' }])
  })
})
