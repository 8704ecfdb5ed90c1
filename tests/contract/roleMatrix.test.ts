import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleMatrix } from '../../src/answers/roleMatrix.ts'
import type { Entity } from '../../src/language/documents/entity.ts'
import type { ApiVerb } from '../../src/language/documents/vocabulary.ts'
import type { ResolvedAction, ResolvedCall, ResolvedScreen } from '../../src/language/resolved.ts'
import { csvStart } from '../../src/rules/csvLine.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { type AskedForms, wrongFills } from './filledFields.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { fill, sendCall } from './routeWalk.ts'
import type { Row } from './rows.ts'

/** One account of each role for the console. */
const accounts = { SYS: 'admin', OPS: 'ops01', FIN: 'fin01', FM: 'fm01', CS: 'cs01', MKT: 'mkt01', AUD: 'aud01', MER: 'mer01' }

let server: TestServer
let sessions: ReadonlyMap<string, TestSession>
let matrix: RoleMatrix

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  sessions = new Map(await Promise.all(Object.entries(accounts).map(async ([role, name]) => [role, await signIn(server, name)] as const)))
  matrix = (await sessionOf('SYS').get('/api/account/role_matrix')).json<RoleMatrix>()
  await addRecords()
})
afterAll(() => server.close())

function sessionOf(role: string): TestSession {
  const session = sessions.get(role)
  if (session === undefined) throw new Error(`no account has the role ${role}`)
  return session
}

/** The demo data has no record of these screens that may be changed. */
async function addRecords(): Promise<void> {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const webhook = { hookName: 'erp', title: 'ERP', url: 'https://erp.example.com/points', secret }
  const content = { contentType: '1', title: '公告', body: '<p>公告</p>', displayOrder: 1, version: '9.9' }
  const answers = [
    await sessionOf('SYS').post('/api/connection/webhook', webhook),
    await sessionOf('MKT').post('/api/exchange_cms/exchange_cms_redirect', content),
  ]
  expect(answers.map(({ statusCode, body }) => (statusCode === 201 ? '' : body))).toEqual(['', ''])
}

type Line = RoleMatrix['lines'][number]
type Cell = Line['cells'][number]

const screenOf = ({ uri }: Line): ResolvedScreen => {
  const screen = server.app.documents.screen(uri)
  if (screen === undefined) throw new Error(`no screen ${uri}`)
  return screen
}

/** Every cell of some lines, as the matrix says it. */
function cellsOf(kind: Line['kind']): readonly { line: Line; role: string; cell: Cell }[] {
  const lines = matrix.lines.filter((line) => line.kind === kind)
  return lines.flatMap((line) => line.cells.map((cell, index) => ({ line, role: matrix.roles[index]?.code ?? '', cell })))
}

const lists = new Map<TestSession, Map<string, ReturnType<typeof sendCall>>>()

/** The answer of a list. Nothing is written before the last test, so each is asked for once per role. */
function listCall(screen: ResolvedScreen, session: TestSession): ReturnType<typeof sendCall> {
  const asked = lists.get(session) ?? new Map<string, ReturnType<typeof sendCall>>()
  const answer = asked.get(screen.uri) ?? sendCall(session, screen.api.list, { pageSize: 100 }, { pageIndex: 0, pageSize: 100 })
  lists.set(session, asked.set(screen.uri, answer))
  return answer
}

describe.runIf(runsOnce())('the matrix of roles', () => {
  it('the role matrix has every enabled role of the console and every screen, and is only for those who may see the documents', async () => {
    expect(matrix.roles.map(({ code }) => code).sort()).toEqual(Object.keys(accounts).sort())
    const uris = matrix.lines.filter(({ kind }) => kind === 'screen').map(({ uri }) => uri)
    expect(uris).toEqual([...server.app.documents.current().screens.keys()])
    expect((await sessionOf('MER').get('/api/account/role_matrix')).statusCode).toBe(403)
    const csv = await sessionOf('SYS').get('/api/account/role_matrix/csv')
    expect(csv.body.startsWith(`${csvStart}"畫面","網址"`)).toBe(true)
    expect(csv.body.trim().split('\r\n')).toHaveLength(matrix.lines.length + 1)
  })

  it('says of every screen who may open it, and whose records the list has', async () => {
    const wrong: string[] = []
    for (const { line, role, cell } of cellsOf('screen')) {
      const session = sessionOf(role)
      const [document, list] = [await session.get(`/api/screens${line.uri}`), await listCall(screenOf(line), session)]
      const isRefused = document.statusCode === 403 && list.statusCode === 403
      // A list may ask for a filter first.
      const isOpen = document.statusCode === 200 && [200, 400].includes(list.statusCode)
      if (cell === 'none' ? !isRefused : !isOpen) wrong.push(`${line.uri} ${role} ${cell}: ${document.statusCode} ${list.statusCode}`)
      const scope = server.app.documents.entity(screenOf(line).entity.name)?.scope ?? ''
      const rows = list.statusCode === 200 ? list.json<{ rows: Row[] }>().rows : []
      const { company_no: own } = session.claims as { company_no?: string }
      const strangers = rows.filter((row) => Object.hasOwn(row, scope) && row[scope] !== own)
      if (cell === 'own' && strangers.length > 0 && own !== undefined)
        wrong.push(`${line.uri} ${role} ${cell}: ${strangers.length} of others`)
    }
    expect(wrong).toEqual([])
  })

  it('says of every field who gets it with a record, and who only masked', async () => {
    const wrong: string[] = []
    const records = new Map<string, Row | null>()
    for (const { line, role, cell } of cellsOf('field')) {
      const name = `${role} ${line.uri}`
      if (!records.has(name)) records.set(name, await firstRecord(screenOf(line), sessionOf(role)))
      const record = records.get(name)
      if (!record) continue
      const value = record[line.name]
      const found = !Object.hasOwn(record, line.name) ? 'none' : 'there'
      if ((cell === 'none') !== (found === 'none')) wrong.push(`${name} ${line.name} ${cell}: ${found}`)
      if (cell === 'masked' && typeof value === 'string' && value !== '' && !/[*●＊○]/.test(value))
        wrong.push(`${name} ${line.name}: ${value}`)
    }
    expect([...records.values()].filter((record) => record !== null).length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })

  it('says of every field who fills it in, with which form', async () => {
    const forms: AskedForms[] = []
    for (const screen of server.app.documents.current().screens.values()) {
      const entity = server.app.documents.entity(screen.entity.name)
      if (entity === undefined) continue
      const seen = new Map<string, readonly Row[]>()
      for (const role of sessions.keys()) seen.set(role, await rowsOf(screen, entity, sessionOf(role)))
      const some = [...seen.values()].find((rows) => rows.length > 0) ?? []
      for (const [role, rows] of seen) forms.push({ role, session: sessionOf(role), screen, entity, rows: rows.length > 0 ? rows : some })
    }
    expect(await wrongFills(matrix, forms)).toEqual([])
  })

  it('says of every action who may call it', async () => {
    const wrong: string[] = []
    for (const { line, role, cell } of cellsOf('action')) {
      const screen = screenOf(line)
      const action = screen.actions[line.name] as ResolvedAction
      const call = callOf(screen, action)
      const session = sessionOf(role)
      const isOffered = Object.hasOwn(await actionsFor(line.uri, role), line.name)
      if (isOffered !== (cell === 'allowed')) wrong.push(`${line.uri} ${role} ${line.name} ${cell}: offered ${isOffered}`)
      if (call === null || (cell === 'allowed' && !isHarmless(call, action))) continue
      const input = Object.fromEntries(Object.keys(action.input?.fields ?? {}).map((field) => [field, 'Aa1!aaaaaaaa']))
      // Some refuse only after they have read a whole body.
      const more = { ...(action.kind === 'transition' && { rowVersion: 1 }), ...(isBulk(screen, action) && { ids: [noSuchId] }) }
      const { statusCode } = await sendCall(session, call, {}, { ...input, ...more })
      if ((statusCode === 403) !== (cell === 'none'))
        wrong.push(`${line.uri} ${role} ${line.name} ${cell}: ${call.method} ${call.path} ${statusCode}`)
    }
    expect(wrong).toEqual([])
  })
})

/** Records of a list; of a role that sees those of a group, the own ones. */
async function rowsOf(screen: ResolvedScreen, { scope = '' }: Entity, session: TestSession): Promise<readonly Row[]> {
  const list = await listCall(screen, session)
  const rows = list.statusCode === 200 ? list.json<{ rows: Row[] }>().rows : []
  const { company_no: own } = session.claims as { company_no?: string }
  return rows.filter((row) => own === undefined || !Object.hasOwn(row, scope) || row[scope] === own)
}

async function firstRecord(screen: ResolvedScreen, session: TestSession): Promise<Row | null> {
  const list = await listCall(screen, session)
  const [row] = list.statusCode === 200 ? list.json<{ rows: Row[] }>().rows : []
  if (row === undefined) return null
  const { method, path } = screen.api.get
  const answer = await sendCall(session, { method, path }, { id: Number(row.id) })
  return answer.statusCode === 200 ? answer.json<Row>() : null
}

const noSuchId = 4_000_000_000_000
const isBulk = ({ list }: ResolvedScreen, { kind, name }: ResolvedAction) => kind === 'request' && list.bulkActions.includes(name)

const offered = new Map<string, ResolvedScreen['actions']>()

/** The actions in the document that a role is given; none when it may not open the screen. */
async function actionsFor(uri: string, role: string): Promise<ResolvedScreen['actions']> {
  const key = `${role} ${uri}`
  const known = offered.get(key)
  if (known !== undefined) return known
  const answer = await sessionOf(role).get(`/api/screens${uri}`)
  const actions = answer.statusCode === 200 ? answer.json<ResolvedScreen>().actions : {}
  offered.set(key, actions)
  return actions
}

const builtInVerbs: Readonly<Record<string, ApiVerb>> = {
  create: 'create',
  edit: 'update',
  view: 'get',
  delete: 'delete',
  export: 'export',
  import: 'importExample',
  history: 'history',
  copy: 'create',
}

/** The call behind a button; null for one that only leads elsewhere. */
function callOf(screen: ResolvedScreen, action: ResolvedAction): ResolvedCall | null {
  if (action.kind === 'transition' || action.kind === 'request') return action.call
  if (action.kind === 'form') {
    const mode = screen.forms[action.form]?.mode
    return mode === undefined ? null : screen.api[({ create: 'create', edit: 'update', view: 'get' } as const)[mode]]
  }
  const verb = action.kind === 'builtIn' ? builtInVerbs[action.action] : undefined
  return verb === undefined ? null : screen.api[verb]
}

/** A permitted call is made only where it can find no record, or reads. */
function isHarmless({ method, path }: ResolvedCall, action: ResolvedAction): boolean {
  return method === 'GET' || fill(path) !== path || action.kind === 'builtIn' || action.kind === 'form'
}
