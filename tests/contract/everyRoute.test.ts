import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResolvedAction, ResolvedScreen } from '../../src/language/resolved.ts'
import type { KnownRoute } from '../../src/server/platform/http/routes/routePermission.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { publicRoutes, signedInRoutes, withoutForgeryToken } from './routeLists.ts'
import { codeRoutes, type DocumentCall, documentCalls, fill, type Method, permissionsOf, sendCall, visitorHeaders } from './routeWalk.ts'
import type { Row } from './rows.ts'

/** One account of each default role for the console; the role of corporate members has no permission there. */
const accounts = ['admin', 'ops01', 'fin01', 'fm01', 'cs01', 'mkt01', 'aud01', 'mer01']

let server: TestServer
let sessions: readonly TestSession[]

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const corporate = signIn(server, 'hr@example.com', undefined, 'portal')
  sessions = await Promise.all([...accounts.map((account) => signIn(server, account)), corporate])
})
afterAll(() => server.close())

const nameOf = ({ method, url }: Pick<KnownRoute, 'method' | 'url'>) => `${method} ${url}`
const wantedOf = ({ permission }: KnownRoute): readonly string[] => [permission].flat()
const isGuarded = (route: KnownRoute) => !Object.hasOwn(publicRoutes, nameOf(route)) && !Object.hasOwn(signedInRoutes, nameOf(route))
const guardedRoutes = () => codeRoutes(server).filter(isGuarded)

function withAny(wanted: readonly string[]): TestSession | undefined {
  return sessions.find((session) => wanted.some((one) => permissionsOf(session).has(one)))
}

function withoutAll(wanted: readonly string[]): TestSession {
  const found = sessions.find((session) => wanted.every((one) => !permissionsOf(session).has(one)))
  if (!found) throw new Error(`every default role may ${wanted.join(', ')}`)
  return found
}

/** Every call of documents, described like the routes of code. */
const documentRoutes = () => documentCalls(server).map(({ call }) => ({ method: call.method, url: call.path }))

describe.runIf(runsOnce())('the lists of routes', () => {
  it('the lists of routes name exactly those that ask for no permission', () => {
    // Pages are served only after a build, which this test does not need.
    const names = (routes: readonly string[]) => routes.filter((name) => name !== 'GET /*').sort()
    const named = (kind: string) =>
      names(
        codeRoutes(server)
          .filter((route) => route.permission === kind)
          .map(nameOf),
      )
    expect(named('public')).toEqual(names(Object.keys(publicRoutes)))
    expect(named('signedIn')).toEqual(names(Object.keys(signedInRoutes)))
  })

  it('the lists of routes leave only routes whose permission some default role has', () => {
    for (const route of guardedRoutes()) expect(withAny(wantedOf(route)), nameOf(route)).toBeDefined()
  })
})

describe.runIf(runsOnce())('a visitor without token', () => {
  it('gets 401 from every route that is not public, also with the anti-forgery token of a visitor', async () => {
    const headers = await visitorHeaders(server)
    const closed = codeRoutes(server).filter((route) => !Object.hasOwn(publicRoutes, nameOf(route)))
    for (const { method, url } of [...closed, ...documentRoutes()]) {
      const answer = await server.inject({
        method: method as Method,
        url: fill(url),
        headers,
        ...(method === 'GET' ? {} : { payload: {} }),
      })
      expect([method, url, answer.statusCode, answer.body]).toEqual([method, url, 401, '請重新登入'])
    }
  })

  it('gets no more from a HEAD than from a GET', async () => {
    for (const { url } of server.app.routeTable.filter((route) => route.method === 'HEAD' && route.permission !== 'public')) {
      expect([url, (await server.inject({ method: 'HEAD', url: fill(url) })).statusCode]).toEqual([url, 401])
    }
  })
})

describe.runIf(runsOnce())('a role without the permission', () => {
  it('the schemas of all routes compile, which they do with the first request only', async () => {
    await expect(server.app.validators.compileRest()).resolves.toBeUndefined()
  })

  it('gets 403 from every route of code', async () => {
    for (const route of guardedRoutes()) {
      const answer = await sendCall(withoutAll(wantedOf(route)), { method: route.method as Method, path: route.url })
      expect([nameOf(route), answer.statusCode, answer.headers['x-error-code']]).toEqual([nameOf(route), 403, 'M12'])
    }
  })

  it('gets 403 from every call of every screen, while a role that has it does not', async () => {
    for (const { screen, verb, call, permission } of documentCalls(server)) {
      if (permission === null) continue
      const refused = await sendCall(withoutAll([permission]), call)
      expect([screen.uri, verb, refused.statusCode, refused.headers['x-error-code']]).toEqual([screen.uri, verb, 403, 'M12'])
      const holder = withAny([permission])
      if (!holder) continue
      const answered = await sendCall(holder, call)
      expect([screen.uri, verb, [400, 404, 200].includes(answered.statusCode)]).toEqual([screen.uri, verb, true])
    }
  })

  it('gets 403 from every transition and every further action, one by one and in bulk', async () => {
    for (const [screen, action] of actions()) {
      if (action.kind !== 'transition' && action.kind !== 'request') continue
      const input = Object.fromEntries(Object.keys(action.input?.fields ?? {}).map((field) => [field, 'Aa1!aaaaaaaa']))
      const body = action.kind === 'transition' ? { ...input, rowVersion: 1 } : input
      const refused = await sendCall(withoutAll([action.permission]), action.call, {}, body)
      expect([screen.uri, action.name, refused.statusCode, refused.headers['x-error-code']]).toEqual([screen.uri, action.name, 403, 'M12'])
      if (action.kind !== 'transition' || !action.bulkCall) continue
      const bulk = await sendCall(withoutAll([action.permission]), action.bulkCall, {}, { ids: [1] })
      expect([screen.uri, action.name, 'bulk', bulk.statusCode]).toEqual([screen.uri, action.name, 'bulk', 403])
    }
  })

  it('gets 403 from every screen document', async () => {
    for (const screen of server.app.documents.current().screens.values()) {
      const answer = await withoutAll([`${screen.resource}.view`]).get(`/api/screens${screen.uri}`)
      expect([screen.uri, answer.statusCode]).toEqual([screen.uri, 403])
    }
  })
})

/** An address with its placeholders replaced by stars, for routes of code and documents alike. */
function shapeOf(method: string, url: string): string {
  return `${method} ${url.replace(/\([^)]*\)/g, '').replace(/\{(\w+)\}|:(\w+)/g, '*')}`
}

function actions(): readonly (readonly [ResolvedScreen, ResolvedAction])[] {
  return [...server.app.documents.current().screens.values()].flatMap((screen) =>
    Object.values(screen.actions).map((action) => [screen, action] as const),
  )
}

describe.runIf(runsOnce())('a verb that a screen does not offer', () => {
  it('a verb that a screen does not offer is no call: 404 for everybody, as any other address that means nothing', async () => {
    const taken = new Set([...codeRoutes(server), ...documentRoutes()].map(({ method, url }) => shapeOf(method, url)))
    const free = documentCalls(server, false).filter(({ call }) => !taken.has(shapeOf(call.method, call.path)))
    expect(free.length).toBeGreaterThan(50)
    for (const { screen, verb, call } of free) {
      for (const session of sessions.slice(0, 2)) {
        const answer = await sendCall(session, call)
        expect([screen.uri, verb, answer.statusCode, answer.headers['x-error-code']]).toEqual([screen.uri, verb, 404, 'M08'])
      }
    }
  })
})

describe.runIf(runsOnce())('a further action of a screen', () => {
  it('leads to a route of code or to a call of a document', () => {
    const known = new Set([...codeRoutes(server), ...documentRoutes()].map(({ method, url }) => shapeOf(method, url)))
    for (const [screen, action] of actions()) {
      if (action.kind === 'request') expect(known, `${screen.uri} ${action.name}`).toContain(shapeOf(action.call.method, action.call.path))
    }
  })
})

describe.runIf(runsOnce())('a write without X-XSRF-TOKEN', () => {
  it('gets 403, whoever sends it', async () => {
    const writes = [...codeRoutes(server), ...documentRoutes()].filter(({ method }) => method !== 'GET')
    for (const { method, url } of writes) {
      if (Object.hasOwn(withoutForgeryToken, nameOf({ method, url }))) continue
      for (const session of sessions.slice(0, 2)) {
        const headers = { authorization: `Bearer ${session.accessToken}` }
        const answer = await server.inject({ method: method as Method, url: fill(url), headers, payload: {} })
        expect([method, url, answer.statusCode, answer.headers['x-error-code']]).toEqual([method, url, 403, 'XSRF'])
      }
    }
  })
})

describe.runIf(runsOnce())('a body that says to be an upload and is none', () => {
  it('a body that says to be an upload and is none is no fault of the server, wherever it is sent', async () => {
    const [admin] = sessions as [TestSession]
    const bodies = {
      'multipart/form-data': 'x',
      'multipart/form-data; boundary=a': '--a\r\ncontent-disposition: form-data; name="file"; filename="x"',
    }
    for (const { method, url } of [...codeRoutes(server), ...documentRoutes()]) {
      if (method === 'GET') continue
      const holder =
        withAny(
          codeRoutes(server)
            .filter((route) => route.url === url)
            .flatMap(wantedOf),
        ) ?? admin
      for (const [type, payload] of Object.entries(bodies)) {
        const headers = { authorization: `Bearer ${holder.accessToken}`, 'x-xsrf-token': holder.forgeryToken, 'content-type': type }
        const answer = await server.inject({ method: method as Method, url: fill(url), headers, payload })
        expect([method, url, type, answer.statusCode < 500]).toEqual([method, url, type, true])
      }
    }
  })
})

describe.runIf(runsOnce())('unknown names', () => {
  const called = (verb: DocumentCall['verb']) => documentCalls(server).filter((one) => one.verb === verb)
  const holderOf = ({ permission }: DocumentCall) => withAny(permission === null ? [] : [permission])

  it('unknown names in the query of a list or an export get 400', async () => {
    const queries = [{ colour: '1' }, { sort: 'colour.asc' }, { __proto__x: '1' }, { view: 'constructor' }, { 'id.eq': '1' }]
    for (const one of [...called('list'), ...called('export')]) {
      const session = holderOf(one)
      for (const query of session ? queries : []) {
        const path = one.call.method === 'GET' ? `${one.call.path}?${new URLSearchParams(query)}` : one.call.path
        const { sort, view, ...filters } = query as Record<string, string>
        const body = { pageIndex: 0, pageSize: 5, filters, ...(sort && { sort }), ...(view && { view }) }
        const answer = await sendCall(session as TestSession, { ...one.call, path }, {}, body)
        expect([one.screen.uri, one.verb, query, answer.statusCode]).toEqual([one.screen.uri, one.verb, query, 400])
      }
    }
  })

  it('unknown names in the body of a create or an update get 400 and are named', async () => {
    for (const one of called('create')) {
      const session = holderOf(one)
      if (!session) continue
      const answer = await sendCall(session, one.call, {}, { colour: 'red' })
      expect([one.screen.uri, answer.statusCode, answer.json().colour]).toEqual([one.screen.uri, 400, '未知的欄位「colour」'])
    }
    for (const one of called('update')) {
      const session = holderOf(one)
      const found: string[] = []
      // Some states of a record cannot be changed by anybody (409); one changeable record is enough.
      for (const row of session ? (await rowsOf(session, one.screen)).slice(0, 40) : []) {
        const answer = await sendCall(session as TestSession, one.call, { id: row.id }, { rowVersion: row.rowVersion, colour: 'red' })
        expect([one.screen.uri, answer.statusCode >= 400]).toEqual([one.screen.uri, true])
        if (answer.statusCode !== 409) found.push(answer.body)
      }
      if (found.length > 0) expect(found, one.screen.uri).toContain(JSON.stringify({ colour: '未知的欄位「colour」' }))
    }
  })

  it('unknown names in the body of a route of code get 400', async () => {
    const taking = codeRoutes(server).filter(({ method, url }) => method !== 'GET' && url !== '/connect/token')
    for (const route of taking) {
      const session = withAny(wantedOf(route)) ?? (sessions[0] as TestSession)
      const answer = await sendCall(session, { method: route.method as Method, path: route.url }, {}, { colour: 'red' })
      expect([nameOf(route), answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([nameOf(route), true])
    }
  })
})

async function rowsOf(session: TestSession, screen: ResolvedScreen): Promise<readonly Row[]> {
  const body = { pageIndex: 0, pageSize: 100 }
  const answer = await sendCall(session, screen.api.list, { pageSize: 100 }, body)
  expect([screen.uri, answer.statusCode]).toEqual([screen.uri, 200])
  return answer.json<{ rows: Row[] }>().rows
}
