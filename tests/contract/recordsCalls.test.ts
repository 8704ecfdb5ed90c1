import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiVerb, apiVerbs } from '../../src/language/documents/vocabulary.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { isOffered } from '../../src/language/rights/offeredVerbs.ts'
import { permissionOfVerb } from '../../src/language/rights/verbPermissions.ts'
import { postFile } from '../support/files.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession
let merchant: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  merchant = await signIn(server, 'mer01')
})
afterAll(() => server.close())

const stores = '/api/company/retail_store'

async function rowsOf(session: TestSession, url: string): Promise<readonly Row[]> {
  const answer = await session.get(url)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json<{ rows: Row[] }>().rows
}

async function firstOf(session: TestSession, url: string): Promise<Row> {
  const [row] = await rowsOf(session, url)
  if (!row) throw new Error(`nothing at ${url}`)
  return row
}

/** A call with some values for its placeholders. */
function addressOf(screen: ResolvedScreen, verb: ApiVerb, id = 1): { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string } {
  const { method, path } = screen.api[verb]
  const parts: Readonly<Record<string, string>> = { id: String(id), pageIndex: '0', pageSize: '5', transition: 'approve', child: 'stores' }
  return { method, url: path.replace(/\{(\w+)\}/g, (_whole, name: string) => parts[name] ?? name) }
}

function calls(): readonly (readonly [screen: ResolvedScreen, verb: ApiVerb])[] {
  return [...server.app.documents.current().screens.values()].flatMap((screen) => apiVerbs.map((verb) => [screen, verb] as const))
}

describe('every call of every screen', () => {
  it('every call of every screen is refused without a token; a write already for want of the anti-forgery token', async () => {
    for (const [screen, verb] of calls()) {
      const { method, url } = addressOf(screen, verb)
      const answer = await server.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })
      expect([method, url, answer.statusCode]).toEqual([method, url, method === 'GET' ? 401 : 403])
    }
  })

  it('every call of every screen is refused to a role without its permission', async () => {
    const sessions = { admin: await signIn(server, 'admin'), merchant }
    for (const [who, session] of Object.entries(sessions)) {
      const permissions = new Set(session.claims.permission as string[])
      for (const [screen, verb] of calls()) {
        const permission = permissionOfVerb(screen, verb)
        if (permission === null || permissions.has(permission)) continue
        const { method, url } = addressOf(screen, verb)
        const send = { GET: session.get, POST: session.post, PUT: session.put, DELETE: session.delete }[method]
        const answer = await send(url, method === 'GET' ? undefined : {})
        // A call that the document does not offer is not there for anybody.
        const refused = isOffered(screen, verb) ? [403, 'M12'] : [404, 'M08']
        expect([who, method, url, answer.statusCode, answer.headers['x-error-code']]).toEqual([who, method, url, ...refused])
      }
    }
  })

  it('finds nothing where no document has the path', async () => {
    expect((await ops.get('/api/company/nothing/0/5')).statusCode).toBe(404)
    expect((await ops.get(`${stores}/abc`)).statusCode).toBe(404)
    expect((await ops.post(`${stores}/1/constructor`, { rowVersion: 1 })).statusCode).toBe(404)
  })
})

describe('a list call', () => {
  it('refuses names and values that the screen does not have', async () => {
    const refused = [
      'colour=1',
      'bankAccount=1',
      'sort=colour.asc',
      'sort=phone.up',
      'status.like=1',
      'openDateFrom=2026-13-01',
      'view=mine',
    ]
    for (const query of refused) {
      const answer = await ops.get(`${stores}/0/5?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 400])
    }
    expect((await ops.get(`${stores}/0/501`)).statusCode).toBe(400)
    expect((await ops.get(`${stores}/0/0`)).statusCode).toBe(400)
  })

  it('shows a merchant its own rows only, whatever it asks for', async () => {
    const own = new Set((await rowsOf(merchant, `${stores}/0/100`)).map((row) => row.companyNo))
    expect([...own]).toEqual(['C000101'])
    const foreign = (await rowsOf(ops, `${stores}/0/100`)).find((row) => row.companyNo !== 'C000101')
    expect((await merchant.get(`${stores}/${foreign?.id}`)).statusCode).toBe(404)
    expect((await merchant.get(`${stores}/${foreign?.id}/history`)).statusCode).toBe(404)
    expect(await rowsOf(merchant, `${stores}/0/5?companyNo=${foreign?.companyNo}`)).toEqual([])
  })
})

describe('writing', () => {
  it('answers with the whole record and the code of its message, and refuses an old version', async () => {
    const { id } = await firstOf(ops, `${stores}/0/1`)
    const before = (await ops.get(`${stores}/${id}`)).json<Row>()
    const saved = await ops.put(`${stores}/${id}`, { rowVersion: before.rowVersion, phone: '0987654321' })
    expect([saved.statusCode, saved.headers['x-message-code']]).toEqual([200, 'M02'])
    expect(saved.json()).toEqual({
      ...before,
      phone: '0987654321',
      rowVersion: before.rowVersion + 1,
      updatedBy: 'ops01',
      updatedAt: expect.any(String),
    })
    const clash = await ops.put(`${stores}/${id}`, { rowVersion: before.rowVersion, phone: '0911111111' })
    expect([clash.statusCode, clash.headers['x-error-code'], clash.body]).toEqual([409, 'M10', '資料已被其他人員修改，請重新查詢後再試。'])
    const history = (await ops.get(`${stores}/${id}/history`)).json<{ userName: string; changes: object[] }[]>()
    expect(history[0]).toMatchObject({ userName: 'ops01', changes: [{ title: '電話', before: before.phone, after: '0987654321' }] })
  })

  it('refuses bodies that are no objects, unknown fields, and a missing version', async () => {
    const { id, rowVersion } = await firstOf(ops, `${stores}/0/1`)
    expect((await ops.put(`${stores}/${id}`, [])).statusCode).toBe(400)
    expect((await ops.put(`${stores}/${id}`, { phone: '0987654321' })).json()).toEqual({ rowVersion: '版本 必填' })
    expect((await ops.put(`${stores}/${id}`, { rowVersion, colour: 'red' })).json()).toEqual({ colour: '未知的欄位「colour」' })
    expect((await ops.put(`${stores}/${id}`, { rowVersion, phone: 'x' })).json()).toEqual({ phone: '電話格式錯誤' })
  })

  it('lets one of several at once win, and keeps what that one wrote', async () => {
    const { id } = await firstOf(ops, `${stores}/0/1`)
    const before = (await ops.get(`${stores}/${id}`)).json<Row>()
    const phones = Array.from({ length: 8 }, (_unused, index) => `091234567${index}`)
    const answers = await Promise.all(phones.map((phone) => ops.put(`${stores}/${id}`, { rowVersion: before.rowVersion, phone })))
    const winners = answers.filter((answer) => answer.statusCode === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(7)
    expect((await ops.get(`${stores}/${id}`)).json<Row>().phone).toBe(winners[0]?.json<Row>().phone)
  })
})

describe('files', () => {
  it('exports what the list shows, named after the screen', async () => {
    const answer = await ops.get(`${stores}/export?status=1`)
    const { totalCount } = (await ops.get(`${stores}/0/1?status=1`)).json<{ totalCount: number }>()
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(/門市維護_\d{14}\.xlsx$/)
    const [headings, ...rows] = await readSheet(answer.rawPayload)
    expect(headings?.[0]).toBe('門市代號')
    expect(rows).toHaveLength(totalCount)
    expect((await ops.get(`${stores}/export?colour=1`)).statusCode).toBe(400)
  })

  it('imports its own example', async () => {
    const example = await ops.get(`${stores}/import/example`)
    expect(example.statusCode).toBe(200)
    const [headings] = await readSheet(example.rawPayload)
    expect(headings).toEqual(expect.arrayContaining(['特約商', '特約商店號', '門市名稱']))
    const send = () => postFile(ops, `${stores}/import`, new Uint8Array(example.rawPayload))
    const count = async () => (await ops.get(`${stores}/0/1`)).json<{ totalCount: number }>().totalCount
    const before = await count()
    expect((await send()).statusCode).toBe(200)
    const again = await send()
    expect([again.statusCode, again.headers['x-error-code']]).toEqual([400, 'M17'])
    expect(again.body).toMatch(/^匯入失敗，請修正下列錯誤：\n第 2 列：特約商店號 已存在/)
    expect(await count()).toBe(before + 1)
  })
})
