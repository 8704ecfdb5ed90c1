import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { bodyEdges, everyOp, onWire, rotated, wholeBodies, wireEdges } from './edges.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { permissionsOf, visitorHeaders } from './routeWalk.ts'
import type { Row } from './rows.ts'

/**
 * Sends edge values of every parameter of every call, as listed in the server's own description, by a user who may make the call. No call
 * may fail with a server error or hang, and no reading call may write.
 */

/** Excluded calls, each with the reason. Calls of partners are encrypted; other tests send their contents. */
const left: Readonly<Record<string, string>> = {
  '/api/screens/events': 'never ends',
  '/api/coupon/coupon_list/{id}/reveal': 'opens what the demo data sealed with the keys of another installation',
  '/api/corporate/coupon_card/{id}/maker_file': 'opens what the demo data sealed with the keys of another installation',
}

const accounts = ['admin', 'fm01', 'ops01', 'fin01', 'cs01', 'mkt01', 'aud01', 'mer01']

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
interface Operation {
  readonly 'x-permission': string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly headers: Readonly<Record<string, string>>
}

let server: TestServer
let sessions: readonly TestSession[]
let corporate: TestSession
let visitor: Readonly<Record<string, string>>
let calls: readonly Call[]
let rowsOf: ReadonlyMap<string, Row>

beforeAll(async () => {
  server = await startTestServer({ demo: true, environment: { CAPTCHA: 'off' } })
})
// Signed in again for each part, because some values may sign a user out.
beforeEach(async () => {
  sessions = await Promise.all(accounts.map((account) => signIn(server, account)))
  corporate = await signIn(server, 'hr@example.com', undefined, 'portal')
  visitor = await visitorHeaders(server)
  calls = describedCalls()
  rowsOf = new Map(await Promise.all([...screens()].map(async (screen) => [screen.uri, await firstRow(screen)] as const)))
})
afterAll(() => server.close())

const screens = () => server.app.documents.current().screens.values()

function headersOf(session: TestSession): Record<string, string> {
  return { authorization: `Bearer ${session.accessToken}`, 'x-xsrf-token': session.forgeryToken }
}

/** The users who get furthest: holders of the permission, corporate members in the portal, visitors for public calls. */
function headersFor(path: string, permission: string): Readonly<Record<string, string>> {
  if (permission === 'public') return visitor
  if (permission === 'signedIn') return headersOf(path.startsWith('/api/portal/') ? corporate : (sessions[0] as TestSession))
  const wanted = permission.split(' | ')
  const holder = sessions.find((session) => wanted.some((one) => permissionsOf(session).has(one)))
  return headersOf(holder ?? (sessions[0] as TestSession))
}

function describedCalls(): readonly Call[] {
  const { paths } = server.app.openApi.describe() as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(() => !path.startsWith('/api/partner/') && !Object.hasOwn(left, path))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        headers: headersFor(path, operation['x-permission']),
      })),
  )
}

async function firstRow(screen: ResolvedScreen): Promise<Row> {
  const { method, path } = screen.api.list
  const url = path.replace('{pageIndex}', '0').replace('{pageSize}', '1')
  const headers = headersFor(path, `${screen.resource}.view`)
  const body = method === 'GET' ? {} : { payload: { pageIndex: 0, pageSize: 1 } }
  const answer = await server.inject({ method: method as 'GET', url, headers, ...body })
  const row = answer.statusCode === 200 ? answer.json<{ rows: Row[] }>().rows[0] : undefined
  return row ?? ({ id: 1, rowVersion: 1 } as Row)
}

/** The screen whose calls have this path. */
const screenOf = (path: string) =>
  [...screens()].find(({ api }) => path.startsWith(`${api.create.path}/`) || path === api.create.path || path === api.list.path)

const samples: Readonly<Record<string, string>> = {
  pageIndex: '0',
  pageSize: '5',
  group: '_company',
  name: 'companies',
  hash: '0'.repeat(32),
  contentType: '1',
  place: '0',
}

/** A path with valid values in its placeholders; values in `given` are inserted unchanged. */
function filled(path: string, given: Readonly<Record<string, string>> = {}): string {
  const row = rowsOf.get(screenOf(path)?.uri ?? '')
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => given[name] ?? samples[name] ?? (name === 'id' ? String(row?.id ?? 1) : 'x'))
}

const failures: string[] = []
const counts = new Map<number, number>()
let address = 0
/** Only a call that hangs takes this long. */
const hangMs = 60_000

interface Sent {
  readonly url: string
  readonly payload?: string
  /** Description of the odd value, for the reader of a failure. */
  readonly note?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

const lastExports = new Map<string | undefined, Promise<void>>()

/** One export per person runs at a time. */
function send(call: Pick<Call, 'method' | 'headers'>, sent: Sent): Promise<void> {
  if (!sent.url.includes('/export')) return sendNow(call, sent)
  const person = call.headers.authorization
  const next = (lastExports.get(person) ?? Promise.resolve()).then(() => sendNow(call, sent))
  lastExports.set(person, next)
  return next
}

async function sendNow({ method, headers }: Pick<Call, 'method' | 'headers'>, sent: Sent): Promise<void> {
  // From many addresses, so that the limits of one address do not answer instead of the call.
  address += 1
  const remoteAddress = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
  const type = sent.payload === undefined ? {} : { 'content-type': 'application/json' }
  const all = Object.fromEntries(Object.entries({ ...type, ...headers, ...sent.headers }).filter(([, value]) => value !== undefined))
  const asked = `${method} ${sent.url.slice(0, 300)} ${(sent.note ?? sent.payload ?? '').slice(0, 300)} ${JSON.stringify(sent.headers ?? {}).slice(0, 200)}`
  const hangs = AbortSignal.timeout(hangMs)
  try {
    const answer = await server.inject({
      method: method as 'GET',
      url: sent.url,
      headers: all as Record<string, string>,
      remoteAddress,
      signal: hangs,
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    })
    counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1)
    if (answer.statusCode >= 500) failures.push(`${answer.statusCode} ${asked}`)
  } catch (error) {
    failures.push(`${hangs.aborted ? 'hangs' : String(error)} ${asked}`)
  }
}

/** Sends all, a few at a time. */
async function sendAll(work: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < work.length) await work[next++]?.()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/** The answers since the last call. */
function answered(): { failures: readonly string[]; total: number; share: (statuses: readonly number[]) => number } {
  const found = failures.splice(0)
  const entries = [...counts]
  counts.clear()
  const sumOf = (statuses: readonly number[]) =>
    entries.filter(([status]) => statuses.includes(status)).reduce((sum, [, count]) => sum + count, 0)
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  return { failures: found, total, share: (statuses) => sumOf(statuses) / total }
}

const kindOf = (schema: Schema) => ([schema.type].flat().some((type) => type === 'integer' || type === 'number') ? 'number' : 'any')

function queryTries(call: Call, turn: number): readonly string[] {
  const declared = (call.operation.parameters ?? []).filter((one) => one.in === 'query')
  const screen = screenOf(call.path)
  const isList = screen?.api.list.path === call.path
  const general = ['colour=1', '__proto__[x]=1', 'constructor=1', '&&==&', '%', 'a=1&'.repeat(1500), `pageSize=${'9'.repeat(20)}`, 'sort=']
  const tries = [...rotated(general, turn, 3)]
  declared.forEach(({ name, schema }, place) => {
    const step = turn * 7 + place
    const filter = screen?.list.filters.find(({ field }) => name === field || name === `${field}From` || name === `${field}To`)
    const kind = filter ? (filter.kind === 'option' || filter.kind === 'boolean' ? 'number' : filter.kind) : kindOf(schema)
    // Exports and reports parse the same query as the list, so a few values are enough to show that.
    const edges = filter && !isList ? wireEdges('any', step, step % 4 === 0 ? 1 : 0) : wireEdges(kind, step, 1)
    const shapes = [`${name}[]=1`, `${name}=1&${name}=2`, `${name}[x]=1`]
    tries.push(...edges.map((edge) => `${name}=${onWire(edge)}`))
    if (isList || !filter) tries.push(shapes[step % shapes.length] ?? '')
  })
  if (isList) {
    for (const [place, { field }] of (screen?.list.filters ?? []).entries()) {
      const ops = rotated(everyOp, turn + place, 2)
      for (const op of ops) tries.push(...wireEdges('any', turn * 7 + place, 1).map((edge) => `${field}.${op}=${onWire(edge)}`))
    }
    const column = screen?.list.columns[0]?.field ?? 'id'
    tries.push(
      `sort=${`${column}.asc,`.repeat(1000)}`,
      `sort=${column}.asc.desc`,
      'sort=id.asc,id.desc',
      'sort=.',
      `search=${'%25'.repeat(40)}`,
    )
  }
  return tries
}

function pathTries({ path }: Call, turn: number): readonly string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.flatMap((name, index) => {
    const edges = ['id', 'pageIndex', 'pageSize'].includes(name) ? wireEdges('number', turn + index, 1) : wireEdges('text', turn + index, 1)
    return edges.map((edge) => filled(path, { [name]: onWire(edge) }))
  })
}

const reading = () => calls.filter(({ method }) => method === 'GET')
/** Signing out comes last, because it is among the values for the action log. */
const signsOut = ({ path }: Call) => path === '/api/account/user_action_log'
const writing = () => calls.filter(({ method }) => method !== 'GET').sort((one, other) => Number(signsOut(one)) - Number(signsOut(other)))

/** Tables that a reading call may write: logs of accesses and failures. */
const logs = new Set(['activity_log', 'user_action_log', 'audit_chain', 'audit_link', 'export_file', 'export_turn', 'masked_lookup'])

async function fingerprints(): Promise<ReadonlyMap<string, string>> {
  const { db } = server.database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const found = new Map<string, string>()
  for (const { name } of rows.filter((row) => !logs.has(row.name) && !/^(activity|user_action)_log_/.test(row.name))) {
    const sum = await sql<{ print: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from ${sql.table(name)} t`.execute(db)
    found.set(name, sum.rows[0]?.print ?? '')
  }
  return found
}

describe.runIf(runsOnce())('the edges of every parameter', () => {
  it('the edges of every parameter of calls that read are answered, and change nothing', async () => {
    const before = await fingerprints()
    const work = reading().flatMap((call, turn) => [
      ...pathTries(call, turn).map((url) => () => send(call, { url })),
      ...queryTries(call, turn).map((query) => () => send(call, { url: `${filled(call.path)}?${query}` })),
    ])
    await sendAll(work)
    const { failures: found, total, share } = answered()
    expect(found).toEqual([])
    expect(total).toBeGreaterThan(2000)
    // These calls passed all guards; their values are refused.
    expect(share([401, 403, 429])).toBeLessThan(0.1)
    expect(await fingerprints()).toEqual(before)
  })

  it('the edges of every parameter of bodies are answered', async () => {
    const work = writing().flatMap((call, turn) =>
      bodyTries(call, turn).map((body) => () => send(call, { url: filled(call.path), ...body })),
    )
    await sendAll(work)
    const { failures: found, total, share } = answered()
    expect(found).toEqual([])
    expect(total).toBeGreaterThan(2000)
    expect(share([401, 403, 429])).toBeLessThan(0.1)
  })

  it('the edges of every parameter of paths and queries of calls that write are answered, and bodies as a whole', async () => {
    const work = writing().flatMap((call, turn) => {
      const url = filled(call.path)
      const bodies = wholeBodies.filter((_, index) => (index + turn) % 7 === 0)
      return [
        ...pathTries(call, turn).map((each) => () => send(call, { url: each, payload: '{}' })),
        ...queryTries(call, turn)
          .slice(0, 4)
          .map((query) => () => send(call, { url: `${url}?${query}`, payload: '{}' })),
        ...bodies.map(
          ([type, text]) =>
            () =>
              send(call, { url, payload: text, headers: { 'content-type': type ?? undefined } }),
        ),
      ]
    })
    await sendAll(work)
    expect(answered().failures).toEqual([])
  })

  it('the edges of every parameter of headers are answered', async () => {
    const [admin] = sessions
    if (!admin) throw new Error('nobody signed in')
    const long = 'x'.repeat(20_000)
    const tokens = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${long}`,
      'Bearer a.b.c',
      `Bearer ${admin.accessToken}x`,
      'Basic eDp5',
      'Bearer \u00ff',
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
    ]
    const headers: readonly Readonly<Record<string, string>>[] = [
      ...tokens.map((authorization) => ({ authorization })),
      ...['', 'x', long, '\u00ff'].map((token) => ({ 'x-xsrf-token': token })),
      ...['', '"', 'W/"x', '*', long].map((tag) => ({ 'if-none-match': tag })),
      ...['', ';', 'a=b=c; =; visitor=x', `visitor=${'0'.repeat(32)}; visitor=x`, long].map((cookie) => ({ cookie })),
      ...['', 'x', '-1', 'x'.repeat(300), '\u00ff', '../..'].map((key) => ({ 'idempotency-key': key })),
      ...['x', 'null', 'http://', 'file:///', long].map((origin) => ({ origin })),
      ...['', '*', '*/*;q=x', long].map((accept) => ({ accept, 'accept-encoding': accept })),
      { range: 'bytes=99999999999999999999-' },
      { 'if-modified-since': 'never' },
      { 'x-forwarded-for': long, 'x-forwarded-host': 'x y', 'x-forwarded-proto': '%' },
      { 'user-agent': '\u00ff'.repeat(5000) },
      { host: 'x y' },
    ]
    const few = [...reading().filter((_, index) => index % 40 === 0), ...writing().filter((_, index) => index % 40 === 0)]
    const work = few.flatMap((call) =>
      headers.map(
        (each) => () => send(call, { url: filled(call.path), headers: each, ...(call.method === 'GET' ? {} : { payload: '{}' }) }),
      ),
    )
    await sendAll(work)
    expect(answered().failures).toEqual([])
  })
})

/** Bodies that differ from a sound one in one member. */
function bodyTries(call: Call, turn: number): readonly Pick<Sent, 'payload' | 'note'>[] {
  const schema =
    call.operation.requestBody?.content['application/json']?.schema ??
    call.operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  const row = rowsOf.get(screenOf(call.path)?.uri ?? '')
  const base = soundBody(call, schema, row)
  const members = Object.entries(schema?.properties ?? {})
  return members.flatMap(([name, member], index) => {
    const edges = bodyEdges(member.type, turn + index, 3, 1)
    const inner = Object.entries(member.items?.properties ?? member.properties ?? {}).flatMap(([innerName, innerSchema], place) =>
      bodyEdges(innerSchema.type, turn + place, 1, 0).map((value) => (member.items ? [{ [innerName]: value }] : { [innerName]: value })),
    )
    return [...edges, ...inner].map((value) => ({
      payload: JSON.stringify({ ...base, [name]: value }),
      note: JSON.stringify({ [name]: value }),
    }))
  })
}

/** An update sends only changes; everything else is filled in from an existing record. */
function soundBody({ method, path }: Call, schema: Schema | undefined, row: Row | undefined): Readonly<Record<string, unknown>> {
  if (row !== undefined && (method === 'PUT' || path.includes('{id}'))) return { rowVersion: row.rowVersion }
  const names = Object.keys(schema?.properties ?? {}).filter((name) => row?.[name] !== undefined && row[name] !== null)
  return Object.fromEntries(names.map((name) => [name, row?.[name]]))
}
