import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpeningDictionary } from '../../src/answers/opening.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { signInAs } from './staffUser.ts'

interface Opening {
  readonly screen: unknown
  readonly preferences: unknown
  readonly dictionaries: readonly OpeningDictionary[]
}

let server: TestServer
let admin: TestSession
let ops: TestSession
let merchant: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true, listen: true })
  admin = await signIn(server, 'admin')
  ops = await signIn(server, 'ops01')
  merchant = await signIn(server, 'mer01')
})
afterAll(() => server.close())

describe('a print', () => {
  it('a print leaves a line as an export does, for those who may print', async () => {
    const address = '/api/screens/_company/retail_store/printed'
    expect((await ops.post(address, { count: 12 })).statusCode).toBe(200)
    const { rows } = await sql<{ action: string; type: string; entity: string }>`
      select action, user_action_type as type, entity from user_action_log where user_name = 'ops01' and action like '列印%'`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ action: '列印門市維護 12 筆', type: '9', entity: 'retailStore' }])
    expect((await admin.post(address, { count: 12 })).statusCode).toBe(403)
    expect((await ops.post('/api/screens/_company/nothing/printed', { count: 1 })).statusCode).toBe(404)
    expect((await ops.post(address, { count: -1 })).statusCode).toBe(400)
  })
})

describe('a screen document', () => {
  it('a screen document is sent to those who may open it, cut to what they may do', async () => {
    const address = '/api/screens/_company/retail_store'
    expect((await server.inject(address)).statusCode).toBe(401)
    expect((await admin.get(address)).statusCode).toBe(403)
    expect((await ops.get('/api/screens/_company/nothing')).statusCode).toBe(404)
    const [forOps, forMerchant] = [(await ops.get(address)).json<ResolvedScreen>(), (await merchant.get(address)).json<ResolvedScreen>()]
    expect(forOps.hash).toBe(forMerchant.hash)
    const permissions = new Set(merchant.claims.permission as string[])
    for (const action of Object.values(forMerchant.actions)) expect(permissions).toContain(action.permission)
    expect(Object.keys(forOps.actions).length).toBeGreaterThanOrEqual(Object.keys(forMerchant.actions).length)
  })

  it('a screen document opens together with what its list shows: as it is asked for alone', async () => {
    const address = '/api/screens/_company/retail_store'
    expect((await server.inject(`${address}/opening`)).statusCode).toBe(401)
    expect((await admin.get(`${address}/opening`)).statusCode).toBe(403)
    expect((await ops.get('/api/screens/_company/nothing/opening')).statusCode).toBe(404)
    const opening = (await ops.get(`${address}/opening`)).json<Opening>()
    expect(opening.screen).toEqual((await ops.get(address)).json())
    expect(opening.preferences).toEqual((await ops.get(`${address}/preferences`)).json())
    expect(opening.dictionaries.map(({ name }) => name)).toEqual(expect.arrayContaining(['Company', 'City', 'District']))
    for (const { name, options, ...args } of opening.dictionaries)
      expect([name, options]).toEqual([name, (await ops.put('/api/shared/dictionary', { parameter: name, ...args })).json()])
  })

  it('a screen document has a compiled validator for every form at a public address that never changes', async () => {
    const screen = (await ops.get('/api/screens/_company/companies')).json<ResolvedScreen>()
    for (const form of Object.values(screen.forms)) {
      const answer = await server.inject(`/api/screens/validators/${form.validator}.js`)
      expect([form.name, answer.statusCode, answer.headers['content-type']]).toEqual([form.name, 200, 'text/javascript; charset=utf-8'])
      expect(answer.headers['cache-control']).toContain('immutable')
      expect(answer.body.startsWith('export default function(require){')).toBe(true)
    }
    expect((await server.inject(`/api/screens/validators/${'0'.repeat(32)}.js`)).statusCode).toBe(404)
  })
})

describe('diagnostics', () => {
  it('diagnostics are for those who may see them, and none are errors as shipped', async () => {
    expect((await merchant.get('/api/screens/diagnostics')).statusCode).toBe(403)
    const findings = (await admin.get('/api/screens/diagnostics')).json<{ severity: string }[]>()
    expect(findings.filter((one) => one.severity === 'error')).toEqual([])
  })
})

describe('preferences', () => {
  const address = '/api/screens/_company/companies/preferences'

  it('preferences are kept for each user, and refuse what is no preference', async () => {
    const keptOf = async (session: TestSession) => {
      const { shared, roles, ...kept } = (await session.get(address)).json<{ shared: unknown[]; roles: unknown[] }>()
      expect([shared, roles.length > 0]).toEqual([[], true])
      return kept
    }
    expect(await keptOf(ops)).toEqual({})
    const view = { id: 'c3a1', name: '啟用中', query: 'status=1&sort=companyNo.desc', columns: [{ field: 'companyNo' }] }
    const columns = [{ field: 'companyNo', hidden: true, width: 120, pin: null }]
    const wanted = { version: 2, columns, pageSize: 500, views: [view], defaultView: 'c3a1' }
    expect((await ops.put(address, wanted)).statusCode).toBe(200)
    expect(await keptOf(ops)).toEqual(wanted)
    expect(await keptOf(merchant)).toEqual({})
    expect((await ops.put(address, { version: 1, columns: [], colour: 'red' })).statusCode).toBe(400)
    expect((await ops.put('/api/screens/_company/nothing/preferences', wanted)).statusCode).toBe(404)
  })

  it('a shared view is found by colleagues with the role, as long as both have it, and by nobody else', async () => {
    const [role = ''] = ops.claims.role as string[]
    const colleague = await signInAs(server, role, new Date())
    const view = { id: 'v77', name: '啟用中', query: 'status=1' }
    const share = (session: TestSession, sharedWith: string) =>
      session.put(address, {
        version: 2,
        columns: [],
        views: [
          { ...view, sharedWith },
          { id: 'own', name: '自己的', query: '' },
        ],
      })
    const seenBy = async (session: TestSession) => (await session.get(address)).json<{ shared: { name: string; owner: string }[] }>().shared
    expect((await share(ops, role)).json()).toMatchObject({ views: [{ sharedWith: role }, { id: 'own' }] })
    expect(await seenBy(colleague)).toEqual([{ ...view, owner: '陳怡君' }])
    expect([await seenBy(ops), await seenBy(admin), await seenBy(merchant)]).toEqual([[], [], []])
    const disable = (isEnabled: boolean) =>
      sql`update app_user set is_enabled = ${isEnabled}, status = ${isEnabled ? '1' : '0'} where user_name = 'ops01'`.execute(
        server.database.db,
      )
    await disable(false)
    expect(await seenBy(colleague)).toEqual([])
    await disable(true)
    expect((await share(colleague, 'ADMIN')).json<{ views: object[] }>().views[0]).toEqual(view)
    expect(await seenBy(admin)).toEqual([])
  })

  it('merchants share with users of their own company only, although their roles are those of all', async () => {
    const [role = ''] = merchant.claims.role as string[]
    const [same, other] = [await signInAs(server, role, new Date(), 'C000101'), await merchantOf('C000102', role)]
    await merchant.put(address, { version: 2, columns: [], views: [{ id: 'm1', name: '本店', query: '', sharedWith: role }] })
    const namesFor = async (session: TestSession) =>
      (await session.get(address)).json<{ shared: { name: string }[] }>().shared.map(({ name }) => name)
    expect([await namesFor(same), await namesFor(other)]).toEqual([['本店'], []])
  })
})

/** A second user of a role, whose name differs from that of `signInAs`. */
async function merchantOf(companyNo: string, role: string): Promise<TestSession> {
  await sql`update app_user set user_name = 'first77' where user_name = ${`${role.toLowerCase()}77`}`.execute(server.database.db)
  return signInAs(server, role, new Date(), companyNo)
}

describe('dictionaries', () => {
  it('answer by name and argument, by the row rules of the asking user', async () => {
    const ask = async (session: TestSession, body: object) => (await session.put('/api/shared/dictionary', body)).json<{ key: string }[]>()
    expect(await ask(ops, { parameter: 'RecordStatus' })).toMatchObject([
      { key: '1', value: '啟用' },
      { key: '0', value: '停用' },
    ])
    const districts = await ask(ops, { parameter: 'District', strArg: '63000' })
    expect(districts.length).toBeGreaterThan(5)
    expect((await ask(merchant, { parameter: 'Company', intArg: 3 })).map((option) => option.key)).toEqual(['C000101'])
    expect((await ask(ops, { parameter: 'Company', intArg: 3 })).length).toBeGreaterThan(1)
  })

  it('refuse unknown names and unknown arguments', async () => {
    const unknown = await ops.put('/api/shared/dictionary', { parameter: 'constructor' })
    expect([unknown.statusCode, unknown.headers['x-error-code'], unknown.body]).toEqual([400, 'M06', 'parameter 格式錯誤'])
    expect((await ops.put('/api/shared/dictionary', { parameter: 'City', colour: 1 })).statusCode).toBe(400)
  })
})

describe('the stream of events', () => {
  it('opens for signed-in users only, and ends when the server closes', async () => {
    const address = `${server.baseUrl}/api/screens/events`
    expect((await fetch(address)).status).toBe(401)
    const controller = new AbortController()
    const answer = await fetch(address, { headers: { authorization: `Bearer ${ops.accessToken}` }, signal: controller.signal })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const first = await answer.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toBe(': open\n\n')
    controller.abort()
  })
})
