import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfferedDashboards } from '../../src/language/dashboard/resolved.ts'
import type { Diagnostic } from '../../src/language/findings/diagnostic.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { buildApp } from '../../src/server/app.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { type EventReader, readEvents } from './eventReader.ts'
import { signIn, type TestSession } from './identitySession.ts'

const schemas = mkdtempSync(join(tmpdir(), 'live-documents-'))
const storesFile = 'screens/_company/retail_store.json'
const storesUri = '/_company/retail_store'

let server: TestServer
let admin: TestSession
let ops: TestSession
let events: EventReader

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  server = await startTestServer({ demo: true, listen: true, environment: { SCHEMAS_DIR: schemas } })
  admin = await signIn(server, 'admin')
  ops = await signIn(server, 'ops01')
  events = await readEvents(server.baseUrl ?? '', ops.accessToken)
})
afterAll(async () => {
  events.close()
  await server.close()
  rmSync(schemas, { recursive: true })
})

const read = (path: string) => readFileSync(join(schemas, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(schemas, path), text)
const retitled = (title: string) => read(storesFile).replace(/"title": "[^"]*"/, `"title": "${title}"`)
const ofScreen = (uri: string) => (event: { name: string; data: unknown }) =>
  event.name === 'screen' && (event.data as { uri: string }).uri === uri

async function screenOf(session: TestSession, uri: string): Promise<ResolvedScreen> {
  const answer = await session.get(`/api/screens${uri}`)
  expect([uri, answer.statusCode]).toEqual([uri, 200])
  return answer.json<ResolvedScreen>()
}

const findings = async () => (await admin.get('/api/screens/diagnostics')).json<Diagnostic[]>()
const errors = async () => (await findings()).filter((one) => one.severity === 'error')

/** Asks until the answer matches, for changes without an event for this session. */
async function eventually(ask: () => Promise<unknown>, fits: (answer: unknown) => boolean): Promise<void> {
  for (let round = 0; round < 1200; round += 1) {
    if (fits(await ask())) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`still ${JSON.stringify(await ask())}`)
}

describe('an edited screen document', () => {
  it('an edited screen document is served, with an event for those who may open the screen', async () => {
    for (const title of ['門市甲', '門市乙', '門市丙']) {
      const before = (await screenOf(ops, storesUri)).hash
      write(storesFile, retitled(title))
      const { data } = await events.next(ofScreen(storesUri))
      const screen = await screenOf(ops, storesUri)
      expect([screen.title, data]).toEqual([title, { uri: storesUri, hash: screen.hash }])
      expect(screen.hash).not.toBe(before)
    }
  })

  it('tells nobody about screens that the reader may not open', async () => {
    const auditorEvents = await readEvents(server.baseUrl ?? '', (await signIn(server, 'mer01')).accessToken)
    write('screens/_company/companies.json', `${read('screens/_company/companies.json')}`.replace('特約商基本資料設定', '特約商設定'))
    write(storesFile, retitled('門市丁'))
    const first = await auditorEvents.next((event) => event.name === 'screen')
    expect(first.data).toMatchObject({ uri: storesUri })
    auditorEvents.close()
  })

  it('an edited screen document has a validator for its changed form at once', async () => {
    const entity = 'entities/company/retailStore.json'
    const before = await screenOf(ops, storesUri)
    write(entity, read(entity).replace('"title": "門市名稱"', '"title": "門市全名"'))
    await events.next((event) => ofScreen(storesUri)(event) && (event.data as { hash: string }).hash !== before.hash)
    const { forms } = await screenOf(ops, storesUri)
    expect(forms.create?.fields.storeName?.title).toBe('門市全名')
    expect(forms.create?.validator).not.toBe(before.forms.create?.validator)
    expect((await server.inject(`/api/screens/validators/${forms.create?.validator}.js`)).statusCode).toBe(200)
    // A form that is still open uses the old one.
    expect((await server.inject(`/api/screens/validators/${before.forms.create?.validator}.js`)).statusCode).toBe(200)
  })
})

describe('a broken edit', () => {
  const good = () => screenOf(ops, storesUri)

  it.each([
    ['an unknown column', (text: string) => text.replace('"storeName",', '"storeNmae",'), 'storeName'],
    ['an unknown key', (text: string) => text.replace('"icon":', '"icno":'), 'icon'],
    ['half a file', (text: string) => text.slice(0, 300), undefined],
    ['an empty file', () => '', undefined],
  ])('(%s) is reported with its place, while the last good version goes on being served', async (_what, spoil, suggestion) => {
    const [text, before] = [read(storesFile), await good()]
    write(storesFile, spoil(text))
    await eventually(errors, (found) => (found as Diagnostic[]).length > 0)
    const [first] = await errors()
    expect(first).toMatchObject({
      file: storesFile,
      line: expect.any(Number),
      column: expect.any(Number),
      ...(suggestion && { suggestion }),
    })
    expect(await good()).toEqual(before)
    expect((await ops.get('/api/company/retail_store/0/5')).statusCode).toBe(200)
    write(storesFile, text)
    await eventually(errors, (found) => (found as Diagnostic[]).length === 0)
  })

  it('a broken edit is served in its last good version also after a restart with the broken file still there', async () => {
    const text = read(storesFile)
    const before = await good()
    write(storesFile, text.replace('"storeName",', '"storeNmae",'))
    await eventually(errors, (found) => (found as Diagnostic[]).length > 0)
    const restarted = await buildApp({ config: server.app.config, database: server.database })
    const headers = { authorization: `Bearer ${ops.accessToken}` }
    const answer = await restarted.inject({ url: `/api/screens${storesUri}`, headers })
    const list = await restarted.inject({ url: '/api/company/retail_store/0/5', headers })
    await restarted.close()
    expect(answer.json<ResolvedScreen>().hash).toBe(before.hash)
    expect(list.statusCode).toBe(200)
    write(storesFile, text)
    await eventually(errors, (found) => (found as Diagnostic[]).length === 0)
  })

  it('a broken edit of an entity keeps the entity and its screens together', async () => {
    const entity = 'entities/company/retailStore.json'
    const [text, before] = [read(entity), await good()]
    write(entity, text.replace('"storeName"', '"storeNames"'))
    await eventually(errors, (found) => (found as Diagnostic[]).some((one) => one.file === entity))
    expect((await good()).hash).toBe(before.hash)
    expect((await ops.get('/api/company/retail_store/0/5')).statusCode).toBe(200)
    write(entity, text)
    await eventually(errors, (found) => (found as Diagnostic[]).length === 0)
  })
})

describe('an edited preset', () => {
  const preset = 'presets/company.json'
  const users = [storesUri, '/_company/reward_point'] as const
  const served = () => Promise.all(users.map((uri) => screenOf(ops, uri)))
  const titles = async () => (await served()).map(({ list }) => list.columns.find(({ field }) => field === 'companyNo')?.title)

  it('an edited preset changes every screen that takes it, with an event and without a restart', async () => {
    const text = read(preset)
    write(preset, text.replace('"title": "特約商"', '"title": "合作特約商"'))
    await events.next(ofScreen(storesUri))
    expect(await titles()).toEqual(['合作特約商', '合作特約商'])
    write(preset, text)
    await eventually(titles, (found) => (found as string[]).every((title) => title === '特約商'))
  })

  it.each([
    ['a preset of an unknown kind', '"for": "property"', '"for": "proprety"'],
    ['a preset with an unknown dictionary', '"x-dictionary": "Company"', '"x-dictionary": "Compny"'],
  ])('%s is reported with its place, and the screens stay as they were, also after a restart', async (_what, good, bad) => {
    const [text, before] = [read(preset), await served()]
    const line = text.split('\n').findIndex((one) => one.includes(good)) + 1
    write(preset, text.replace(good, bad))
    await eventually(errors, (found) => (found as Diagnostic[]).length > 0)
    const told = (await errors()).map(({ file, line: at, column, message }) => `${file}:${at}:${column} ${message}`)
    expect(told.some((one) => one.includes(`${preset}:${line}:`))).toBe(true)
    expect(await served()).toEqual(before)
    expect((await ops.get('/api/company/retail_store/0/5')).statusCode).toBe(200)
    const restarted = await buildApp({ config: server.app.config, database: server.database })
    expect(users.map((uri) => restarted.documents.current().screens.get(uri)?.hash)).toEqual(
      users.map((uri) => server.app.documents.current().screens.get(uri)?.hash),
    )
    await restarted.close()
    write(preset, text)
    await eventually(errors, (found) => (found as Diagnostic[]).length === 0)
    expect(await served()).toEqual(before)
  })
})

const gadget = {
  name: 'gadget',
  title: '贈品',
  key: 'gadgetNo',
  label: 'gadgetName',
  type: 'object',
  properties: {
    gadgetNo: { type: 'string', title: '贈品代號', maxLength: 10, 'x-unique': true, 'x-immutable': true, 'x-search': true },
    gadgetName: { type: 'string', title: '贈品名稱', maxLength: 40, 'x-search': true },
    points: { type: 'integer', title: '點數', minimum: 1, 'x-format': 'points' },
    kind: { type: 'string', title: '種類', 'x-dictionary': 'GadgetKind' },
  },
  required: ['gadgetNo', 'gadgetName', 'points', 'kind'],
}
const gadgets = {
  uri: '/_gift/gadgets',
  title: '贈品維護',
  icon: 'redeem',
  entity: 'gadget',
  list: {
    columns: [{ field: 'gadgetNo', link: 'view' }, 'gadgetName', 'points', 'kind'],
    filters: ['gadgetName', 'points', 'kind'],
    sort: ['gadgetNo'],
    totals: ['points'],
    toolbar: ['create', 'export'],
    rowActions: ['view', 'edit', 'delete', 'history'],
  },
}
const kinds = (names: readonly string[]) => ({
  name: 'GadgetKind',
  title: '贈品種類',
  options: names.map((value, index) => ({ key: String(index + 1), value })),
})

async function add(path: string, document: object): Promise<void> {
  await mkdir(dirname(join(schemas, path)), { recursive: true })
  await writeFile(join(schemas, path), JSON.stringify(document, null, 2))
}

const menuOf = async (session: TestSession) => (await session.get('/api/account/users/me/functions')).body

describe('a new entity without table with a new screen', () => {
  const permissions = ['view', 'create', 'edit', 'delete', 'export'].map((action) => `gift.gadgets.${action}`)
  let marketing: TestSession

  beforeAll(async () => {
    await add('dictionaries/GadgetKind.json', kinds(['杯子', '提袋']))
    await add('entities/gift/gadget.json', gadget)
    await add('screens/_gift/gadgets.json', gadgets)
    await eventually(
      () => menuOfCatalog(),
      (uris) => (uris as string[]).includes('/_gift/gadgets'),
    )
  })
  const menuOfCatalog = async () => [...server.app.documents.current().screens.keys()]

  it('a new entity without table with a new screen is in nobody’s menu until a role has its permission, which the role editor offers', async () => {
    expect(await menuOf(ops)).not.toContain('/_gift/gadgets')
    expect((await ops.get('/api/screens/_gift/gadgets')).statusCode).toBe(403)
    expect((await admin.get('/api/account/permissions')).body).toContain('gift.gadgets.create')
    const roles = (await admin.get('/api/account/roles/0/100')).json<{ rows: { id: number; roleCode: string }[] }>().rows
    const id = roles.find((role) => role.roleCode === 'MKT')?.id
    const role = (await admin.get(`/api/account/roles/${id}`)).json<{ rowVersion: number; permissions: string[] }>()
    const body = { rowVersion: role.rowVersion, permissions: [...role.permissions, ...permissions] }
    const saved = await admin.put(`/api/account/roles/${id}`, body)
    expect([saved.statusCode, saved.statusCode === 200 ? '' : saved.body]).toEqual([200, ''])
    marketing = await signIn(server, 'mkt01')
    expect(await menuOf(marketing)).toContain('/_gift/gadgets')
    expect(await menuOf(await signIn(server, 'cs01'))).not.toContain('/_gift/gadgets')
  })

  it('creates, validates, filters, sums, exports and keeps the history like any other', async () => {
    const api = '/api/gift/gadgets'
    const wrong = await marketing.post(api, { gadgetNo: 'G1', points: 0, kind: '9' })
    expect([wrong.statusCode, Object.keys(wrong.json<object>()).sort()]).toEqual([400, ['gadgetName', 'kind', 'points']])
    for (const [index, name] of ['馬克杯', '保溫杯', '帆布袋'].entries()) {
      const values = { gadgetNo: `G${index + 1}`, gadgetName: name, points: (index + 1) * 100, kind: index < 2 ? '1' : '2' }
      expect((await marketing.post(api, values)).statusCode).toBe(201)
    }
    expect((await marketing.post(api, { gadgetNo: 'G1', gadgetName: '重複', points: 1, kind: '1' })).statusCode).toBe(409)
    const list = async (query: string) =>
      (await marketing.get(`${api}/0/25?${query}`)).json<{ totalCount: number; rows: { id: number; gadgetNo: string }[]; totals: object }>()
    expect(await list('')).toMatchObject({ totalCount: 3, totals: { points: 600 } })
    expect((await list('gadgetName=杯&sort=points.desc')).rows.map((row) => row.gadgetNo)).toEqual(['G2', 'G1'])
    expect(await list('kind=2')).toMatchObject({ totalCount: 1, totals: { points: 300 } })
    const file = await marketing.get(`${api}/export?format=csv&kind=1`)
    expect(file.body).toContain('保溫杯')
    expect(file.body).not.toContain('帆布袋')
    const [row] = (await list('kind=2')).rows
    const history = (await marketing.get(`${api}/${row?.id}/history`)).json<{ userName: string }[]>()
    expect(history.map((entry) => entry.userName)).toEqual(['mkt01'])
    expect((await ops.get(`${api}/0/25`)).statusCode).toBe(403)
  })

  it('shows an edited dictionary at once, also to the rules', async () => {
    const ask = async () => (await marketing.put('/api/shared/dictionary', { parameter: 'GadgetKind' })).json<{ value: string }[]>()
    expect((await ask()).map((option) => option.value)).toEqual(['杯子', '提袋'])
    const told = events.next((event) => event.name === 'dictionary')
    await add('dictionaries/GadgetKind.json', kinds(['杯子', '提袋', '雨傘']))
    expect((await told).data).toEqual({ name: 'GadgetKind' })
    await eventually(ask, (options) => (options as object[]).length === 3)
    const umbrella = { gadgetNo: 'G9', gadgetName: '折傘', points: 50, kind: '3' }
    expect((await marketing.post('/api/gift/gadgets', umbrella)).statusCode).toBe(201)
  })

  it('shows an edited menu at once, with an event', async () => {
    const own = await readEvents(server.baseUrl ?? '', marketing.accessToken)
    const menu = JSON.parse(read('menu.json')) as { groups: object[] }
    menu.groups.unshift({ uri: '/_gift', displayName: '贈品管理', matIcon: 'redeem', items: ['gadgets'] })
    write('menu.json', JSON.stringify(menu, null, 2))
    await own.next((event) => event.name === 'menu')
    expect(await menuOf(marketing)).toContain('贈品管理')
    write('menu.json', '{ "groups": [')
    await eventually(errors, (found) => (found as Diagnostic[]).some((one) => one.file === 'menu.json'))
    expect(await menuOf(marketing)).toContain('贈品管理')
    own.close()
  })

  it('a new entity without table with a new screen is gone when its files are, and its rows are not lost when they come back', async () => {
    rmSync(join(schemas, 'screens/_gift/gadgets.json'))
    await eventually(
      async () => (await marketing.get('/api/gift/gadgets/0/5')).statusCode,
      (status) => status === 404,
    )
    expect(await menuOf(marketing)).not.toContain('/_gift/gadgets')
    await add('screens/_gift/gadgets.json', gadgets)
    await eventually(
      async () => (await marketing.get('/api/gift/gadgets/0/5')).statusCode,
      (status) => status === 200,
    )
    expect((await marketing.get('/api/gift/gadgets/0/5')).json()).toMatchObject({ totalCount: 4 })
  })
})

describe('the five minutes of the manual', () => {
  it('make a dashboard of the written document that the role gets beside its own, with every tile, and loses again with the file', async () => {
    const manual = readFileSync(join(projectRoot, 'schemas/README.md'), 'utf8')
    const text = [...manual.matchAll(/```json\n([\s\S]*?)```/g)]
      .map(([, block = '']) => block)
      .find((block) => block.includes('dashboard.schema'))
    const { name, tiles } = JSON.parse(text ?? '') as { name: string; tiles: readonly { title: string }[] }
    const choices = async () => (await ops.get('/api/dashboards')).json<OfferedDashboards>().choices.map((choice) => choice.name)
    write(`dashboards/${name}.json`, text ?? '')
    await eventually(choices, (found) => (found as string[]).includes(name))
    expect((await errors()).filter(({ file }) => file === `dashboards/${name}.json`)).toEqual([])
    const { dashboard } = (await ops.get(`/api/dashboards?name=${name}`)).json<OfferedDashboards>()
    expect(dashboard?.tiles.map(({ title }) => title)).toEqual(tiles.map(({ title }) => title))
    for (const { id, title } of dashboard?.tiles ?? [])
      expect([title, (await ops.get(`/api/dashboards/${name}/tiles/${id}`)).statusCode]).toEqual([title, 200])
    rmSync(join(schemas, `dashboards/${name}.json`))
    await eventually(choices, (found) => !(found as string[]).includes(name))
  })
})
