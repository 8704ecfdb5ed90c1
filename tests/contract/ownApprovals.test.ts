import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import type { WaitingChange } from '../../src/rules/waitingChange.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signIn } from './identitySession.ts'
import { signInAs } from './staffUser.ts'

// An analyst writes an entity whose changes wait for a second person, and its screen; nothing else.

const schemas = mkdtempSync(join(tmpdir(), 'own-approvals-'))
let server: TestServer
let maker: TestSession
let checker: TestSession
let viewer: TestSession
let merchant: TestSession

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 40, ...more })
const entity = {
  name: 'tariff',
  title: '費率',
  key: 'tariffNo',
  label: 'tariffName',
  scope: 'companyNo',
  type: 'object',
  properties: {
    tariffNo: text('費率代號', { 'x-unique': true, 'x-immutable': true }),
    tariffName: text('名稱'),
    companyNo: text('特約商', { 'x-dictionary': 'Company' }),
    unitPrice: { type: 'number', title: '單價', minimum: 0, maximum: 100, 'x-decimals': 2, 'x-approval': true },
    floorPrice: { type: 'number', title: '最低單價', minimum: 0, 'x-decimals': 2 },
    tariffKind: text('種類', { 'x-dictionary': 'TariffKind', 'x-approval': true }),
    alias: text('別名', { 'x-unique': true, 'x-approval': true }),
    phone: text('聯絡手機', { format: 'mobile', 'x-mask': 'mobile', 'x-approval': true }),
    state: text('狀態', { 'x-dictionary': 'TariffState', default: '1', 'x-computed': true }),
    hasPendingChange: { type: 'boolean', title: '待審變更', default: false, 'x-computed': true },
    changeSubmittedBy: text('變更申請人員', { 'x-computed': true }),
    changeEffectiveDate: { type: 'string', title: '生效日', format: 'date' },
  },
  required: ['tariffNo', 'tariffName', 'companyNo', 'unitPrice', 'tariffKind'],
  transitions: { end: { label: '停用', field: 'state', from: ['1'], to: '2', permission: 'edit' } },
  final: ['2'],
  editable: { 'row.state': { eq: '1' } },
}
const decisions = ['approveChange', 'rejectChange', 'withdrawChange']
const columns = [{ field: 'tariffNo', link: 'view' }, 'tariffName', 'companyNo', 'unitPrice', 'tariffKind', 'hasPendingChange']
const screen = {
  uri: '/_demo/tariffs',
  title: '費率',
  entity: 'tariff',
  list: {
    columns,
    filters: ['hasPendingChange'],
    toolbar: ['create'],
    rowActions: ['edit', 'end', 'delete', ...decisions],
  },
}
const dictionary = (name: string, options: readonly (readonly [string, string])[]) => ({
  name,
  title: name,
  options: options.map(([key, value]) => ({ key, value })),
})
const kinds = dictionary('TariffKind', [
  ['1', '一般'],
  ['2', '優惠'],
])
const documents: Readonly<Record<string, object>> = {
  'entities/demo/tariff.json': entity,
  'screens/_demo/tariffs.json': screen,
  'dictionaries/TariffKind.json': kinds,
  'dictionaries/TariffState.json': dictionary('TariffState', [
    ['1', '啟用'],
    ['2', '停用'],
  ]),
}

function write(changed: Readonly<Record<string, object>>): void {
  for (const [path, document] of Object.entries(changed)) {
    mkdirSync(dirname(join(schemas, path)), { recursive: true })
    writeFileSync(join(schemas, path), JSON.stringify(document, null, 2))
  }
}

/** Waits until the documents on disk are the ones in force. */
async function rewrite(path: string, document: object, isInForce: () => boolean): Promise<void> {
  write({ [path]: document })
  for (let round = 0; round < 400 && !isInForce(); round += 1) await new Promise((resolve) => setTimeout(resolve, 25))
  expect(isInForce()).toBe(true)
}
const inForce = () => server.app.documents.current().entities.get('tariff')

async function addRole(code: string, parts: readonly string[], userType = '1'): Promise<void> {
  const permissions = parts.map((part) => `demo.tariffs.${part}`)
  await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
    values (${code}, ${code}, ${userType}, ${JSON.stringify(permissions)}::jsonb, false, true, '系統')`.execute(server.database.db)
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  write(documents)
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  const now = server.app.clock.now()
  await addRole('TMAKE', ['view', 'create', 'edit', 'delete', 'approve'])
  await addRole('TCHECK', ['view', 'approve'])
  await addRole('TVIEW', ['view'])
  await addRole('TMER', ['view', 'edit', 'approve'], '2')
  maker = await signInAs(server, 'TMAKE', now)
  checker = await signInAs(server, 'TCHECK', now)
  viewer = await signInAs(server, 'TVIEW', now)
  merchant = await signInAs(server, 'TMER', now, 'C000102')
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

const base = '/api/demo/tariffs'
type Tariff = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly rowVersion: number
  readonly waitingChange?: WaitingChange
}

let count = 0
let tariff: Tariff
const read = async (session = checker, id = tariff.id) => (await session.get(`${base}/${id}`)).json<Tariff>()

/** Asks for a change, and answers the record as it is then. */
async function ask(changes: object, session = maker): Promise<Tariff> {
  const { rowVersion } = await read(session)
  const answer = await session.put(`${base}/${tariff.id}`, { rowVersion, ...changes })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return read(session)
}
async function decide(session: TestSession, name: string, body: object = {}) {
  const { rowVersion } = await read(maker)
  return session.post(`${base}/${tariff.id}/${name}`, { rowVersion, ...body })
}
const requests = async () =>
  (
    await sql<{ status: string }>`select status from change_request where record_id = ${tariff.id} order by change_no`.execute(
      server.database.db,
    )
  ).rows
const codeOf = (answer: Awaited<ReturnType<typeof decide>>) => [answer.statusCode, answer.headers['x-error-code']]

beforeEach(async () => {
  count += 1
  const values = { tariffNo: `T${count}`, tariffName: '一般費率', companyNo: 'C000101', unitPrice: 1.25, tariffKind: '1', floorPrice: 1 }
  const answer = await maker.post(base, values)
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  tariff = answer.json<Tariff>()
})

describe('a change of an own entity that waits', () => {
  it('a change of an own entity that waits is shown with what it changes, and written when another person approves it', async () => {
    const rest = { rowVersion: tariff.rowVersion, tariffName: '新名', unitPrice: 2, tariffKind: '2', phone: '0912345678' }
    const saved = await maker.put(`${base}/${tariff.id}`, rest)
    expect(decodeURIComponent(String(saved.headers['x-message-text']))).toBe('「單價、種類、聯絡手機」的變更已送審，核准後生效。')
    expect(saved.json()).toMatchObject({ tariffName: '新名', unitPrice: 1.25, tariffKind: '1', hasPendingChange: true })
    const seen = await read()
    expect(seen.waitingChange).toMatchObject({ submittedBy: 'tmake77', isApproved: false })
    expect(seen.waitingChange?.lines).toEqual([
      { title: '單價', before: '1.25', after: '2' },
      { title: '種類', before: '一般', after: '優惠' },
      { title: '聯絡手機', before: '', after: expect.stringMatching(/^09.*\*.*$/) },
    ])
    expect(JSON.stringify(seen)).not.toContain('0912345678')
    const approved = await decide(checker, 'approveChange')
    expect(approved.json()).toMatchObject({ unitPrice: 2, tariffKind: '2', hasPendingChange: false })
    expect((await read()).waitingChange).toBeUndefined()
    const [last] = (await checker.get(`${base}/${tariff.id}/history`)).json<{ action: string; userName: string; changes: object[] }[]>()
    expect(last).toMatchObject({ action: '變更生效', userName: 'tcheck77' })
    expect(last?.changes).toContainEqual({ title: '單價', before: '1.25', after: '2' })
    const { rows } = await sql<{ userName: string }>`
      select user_name as "userName" from user_action_log
      where entity = 'tariff' and entity_id = ${String(tariff.id)} and action like '變更生效%'`.execute(server.database.db)
    expect(rows).toEqual([{ userName: 'tcheck77' }])
    expect(await requests()).toEqual([{ status: '3' }])
  })

  it('a change of an own entity that waits takes effect on the day that was asked for, and not before', async () => {
    const day = (days: number) => taipeiDate(new Date(server.app.clock.now().getTime() + days * 86_400_000))
    const save = (values: object) => maker.put(`${base}/${tariff.id}`, { rowVersion: tariff.rowVersion, ...values })
    const refusals = [
      await save({ unitPrice: 2, changeEffectiveDate: day(-1) }),
      await save({ unitPrice: 2, changeEffectiveDate: '2026-02-30' }),
      await save({ tariffName: '只改名', changeEffectiveDate: day(3) }),
    ]
    expect(refusals.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [400, { changeEffectiveDate: '生效日不可早於今日' }],
      [400, { changeEffectiveDate: '生效日 格式錯誤' }],
      [400, { changeEffectiveDate: '沒有修改須核准的欄位，請清空生效日' }],
    ])
    expect((await save({ unitPrice: 2, changeEffectiveDate: day(3) })).statusCode).toBe(200)
    expect((await read()).waitingChange).toMatchObject({ effectiveDate: day(3) })
    expect((await decide(checker, 'approveChange')).json()).toMatchObject({ unitPrice: 1.25 })
    expect((await read()).waitingChange).toMatchObject({ effectiveDate: day(3), isApproved: true })
    const stored = await sql<{ body: object }>`select body from record_document where id = ${tariff.id}`.execute(server.database.db)
    expect(Object.keys(stored.rows[0]?.body ?? {})).not.toContain('changeEffectiveDate')
    const values = { tariffNo: 'TX', tariffName: '新', companyNo: 'C000101', unitPrice: 1, tariffKind: '1', floorPrice: 1 }
    const create = await maker.post(base, { ...values, changeEffectiveDate: day(3) })
    expect([create.statusCode, Object.keys(create.json<object>())]).toEqual([400, ['changeEffectiveDate']])
  })

  it('a change of an own entity that waits is rejected with a reason that the history keeps', async () => {
    await ask({ unitPrice: 2 })
    expect((await decide(checker, 'rejectChange')).statusCode).toBe(400)
    expect((await decide(checker, 'rejectChange', { rejectReason: ' ' })).statusCode).toBe(400)
    expect((await decide(checker, 'rejectChange', { rejectReason: '太高' })).statusCode).toBe(200)
    expect(await read()).toMatchObject({ unitPrice: 1.25, hasPendingChange: false, changeSubmittedBy: null })
    const [last] = (await checker.get(`${base}/${tariff.id}/history`)).json<{ action: string; remark: string }[]>()
    expect(last).toMatchObject({ action: '變更退回', remark: expect.stringMatching(/^R\d{11}：太高$/) })
    expect(await requests()).toEqual([{ status: '4' }])
  })

  it('a change of an own entity that waits is taken back by who asked for it, and by nobody else', async () => {
    await ask({ unitPrice: 2 })
    expect((await decide(checker, 'withdrawChange')).statusCode).toBe(403)
    expect((await decide(maker, 'withdrawChange')).statusCode).toBe(200)
    expect(await read()).toMatchObject({ unitPrice: 1.25, hasPendingChange: false })
    await ask({ unitPrice: 3 })
    expect(await requests()).toHaveLength(2)
  })

  it('a change of an own entity that waits is on the notice board of who may decide, with the list that shows it', async () => {
    await ask({ unitPrice: 2 })
    const cards = (await checker.get('/api/noticeboard/todo')).json<{ title: string; uri: string; count: number }[]>()
    const card = cards.find(({ title }) => title === '待審變更：費率')
    expect(card?.uri).toBe('/_demo/tariffs?hasPendingChange=true')
    const listed = (await checker.get(`${base}/0/25?hasPendingChange=true`)).json<{ totalCount: number }>()
    expect(card?.count).toBe(listed.totalCount)
    const others = [viewer, merchant].map(async (session) => (await session.get('/api/noticeboard/todo')).json<{ title: string }[]>())
    for (const shown of await Promise.all(others)) expect(shown.some(({ title }) => title.includes('費率'))).toBe(false)
  })

  it('a change of an own entity that waits keeps the record from being deleted, and from a second change', async () => {
    const { rowVersion } = await ask({ unitPrice: 2 })
    expect((await maker.delete(`${base}/${tariff.id}?rowVersion=${rowVersion}`)).statusCode).toBe(409)
    expect((await maker.put(`${base}/${tariff.id}`, { rowVersion, unitPrice: 3 })).statusCode).toBe(409)
    expect((await maker.put(`${base}/${tariff.id}`, { rowVersion, tariffName: '仍可改' })).statusCode).toBe(200)
  })
})

describe('deciding on a change of an own entity', () => {
  it('deciding on a change of an own entity needs another person, the permission, and the version that was seen', async () => {
    const asked = await ask({ unitPrice: 2 })
    expect((await maker.get(`${base}/${tariff.id}`)).json()).toMatchObject({ changeSubmittedBy: 'tmake77' })
    expect(codeOf(await decide(maker, 'approveChange'))).toEqual([409, 'M13'])
    expect(codeOf(await decide(maker, 'rejectChange', { rejectReason: '自己退' }))).toEqual([409, 'M13'])
    expect((await decide(viewer, 'approveChange')).statusCode).toBe(403)
    const call = (body: object) => checker.post(`${base}/${tariff.id}/approveChange`, body)
    expect((await call({})).statusCode).toBe(400)
    expect(codeOf(await call({ rowVersion: asked.rowVersion - 1 }))).toEqual([409, 'M10'])
    expect(await requests()).toEqual([{ status: '1' }])
  })

  it('deciding on a change of an own entity takes nothing but the decision', async () => {
    await ask({ unitPrice: 2 })
    for (const body of [
      { unitPrice: 99 },
      { effectiveDate: '2020-01-01' },
      { changes: [] },
      { rejectReason: 'x' },
      { hasPendingChange: false },
    ])
      expect([body, (await decide(checker, 'approveChange', body)).statusCode]).toEqual([body, 400])
    expect(await read()).toMatchObject({ unitPrice: 1.25, hasPendingChange: true })
    const { rowVersion } = await read()
    const forged = await maker.put(`${base}/${tariff.id}`, { rowVersion, hasPendingChange: false, changeSubmittedBy: 'nobody' })
    expect(forged.statusCode).toBe(400)
  })

  it('deciding on a change of an own entity is refused for a version that another request has replaced', async () => {
    const { rowVersion } = await ask({ unitPrice: 2 })
    await decide(maker, 'withdrawChange')
    await ask({ unitPrice: 90 })
    const late = await checker.post(`${base}/${tariff.id}/approveChange`, { rowVersion })
    expect(codeOf(late)).toEqual([409, 'M10'])
    expect((await read()).unitPrice).toBe(1.25)
  })

  it('deciding on a change of an own entity happens inside the own rows: other merchants see no record at all', async () => {
    await ask({ unitPrice: 2 })
    expect((await merchant.get(`${base}/${tariff.id}`)).statusCode).toBe(404)
    for (const name of ['approveChange', 'rejectChange'])
      expect((await decide(merchant, name, name === 'rejectChange' ? { rejectReason: '不' } : {})).statusCode).toBe(404)
    expect(await read()).toMatchObject({ hasPendingChange: true })
  })

  it('deciding on a change of an own entity finds nothing where nothing waits', async () => {
    expect(codeOf(await decide(checker, 'approveChange'))).toEqual([409, 'M09'])
    const other = server.app.documents.current().screens.get('/_company/retail_store')
    expect(other).toBeDefined()
    expect((await checker.post('/api/company/retail_store/1/approveChange', { rowVersion: 1 })).statusCode).toBe(404)
  })

  it('deciding on a change of an own entity is done once when two do it at once', async () => {
    const { rowVersion } = await ask({ unitPrice: 2 })
    const second = await signIn(server, 'tcheck77', 'Batch!2025run')
    const answers = await Promise.all([
      checker.post(`${base}/${tariff.id}/approveChange`, { rowVersion }),
      second.post(`${base}/${tariff.id}/rejectChange`, { rowVersion, rejectReason: '同時' }),
      maker.post(`${base}/${tariff.id}/withdrawChange`, { rowVersion }),
    ])
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(2)
    const [{ status } = { status: '' }] = await requests()
    expect(await read()).toMatchObject({ unitPrice: status === '3' ? 2 : 1.25, hasPendingChange: false, rowVersion: rowVersion + 1 })
  })
})

describe('a change that no longer fits', () => {
  const refused = async (why: string) => {
    const answer = await decide(checker, 'approveChange')
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining(why)])
    expect((await requests()).at(-1)).toEqual({ status: '1' })
    expect((await decide(checker, 'rejectChange', { rejectReason: '已不適用' })).statusCode).toBe(200)
  }

  it('a change that no longer fits the state of its record is refused, and can be rejected', async () => {
    await ask({ unitPrice: 2 })
    expect((await decide(maker, 'end')).statusCode).toBe(200)
    await refused('目前狀態不可執行此作業')
  })

  it('a change that no longer fits because another record has its value is refused with the name of the field', async () => {
    await ask({ alias: '熱門' })
    const other = { tariffNo: `T${count}b`, tariffName: '另一筆', companyNo: 'C000101', unitPrice: 1, tariffKind: '1', alias: '熱門' }
    expect((await maker.post(base, other)).statusCode).toBe(201)
    const answer = await decide(checker, 'approveChange')
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('別名')])
    expect(await read()).toMatchObject({ hasPendingChange: true })
  })

  it('a change that no longer fits the document, by its rule, its option or its field, is refused with the reason', async () => {
    const path = 'entities/demo/tariff.json'
    await ask({ unitPrice: 80 })
    const { unitPrice, ...properties } = entity.properties
    await rewrite(
      path,
      { ...entity, properties: { ...properties, unitPrice: { ...unitPrice, maximum: 50 } } },
      () => inForce()?.properties.unitPrice?.maximum === 50,
    )
    await refused('單價')
    await rewrite(path, entity, () => inForce()?.properties.unitPrice?.maximum === 100)

    await ask({ unitPrice: 80 })
    await sql`update record_document set body = body || '{"unitPrice": 7}' where id = ${tariff.id}`.execute(server.database.db)
    await refused('「單價」在申請之後已經變更')
  })
})

describe('a change for a later day', () => {
  const applyDue = async () => {
    await server.app.jobs.enqueue(server.app.db, 'records.applyChanges')
    await server.app.jobs.runDue()
  }

  it('a change for a later day is approved now, shown until then, and applied by the nightly job', async () => {
    const { rowVersion } = await read(maker)
    await maker.put(`${base}/${tariff.id}`, { rowVersion, unitPrice: 2, effectiveDate: '2099-01-01' })
    expect((await decide(checker, 'approveChange')).json()).toMatchObject({ unitPrice: 1.25, hasPendingChange: false })
    expect((await read()).waitingChange).toMatchObject({ isApproved: true, effectiveDate: '2099-01-01' })
    expect(codeOf(await decide(checker, 'approveChange'))).toEqual([409, 'M09'])
    await sql`update change_request set effective_date = '2020-01-01' where record_id = ${tariff.id}`.execute(server.database.db)
    await applyDue()
    expect(await read()).toMatchObject({ unitPrice: 2, hasPendingChange: false })
  })

  it('a change for a later day that does not fit any more then is rejected with the reason, and stops no other', async () => {
    const { rowVersion } = await read(maker)
    await maker.put(`${base}/${tariff.id}`, { rowVersion, unitPrice: 2, effectiveDate: '2099-01-01' })
    await decide(checker, 'approveChange')
    await sql`update record_document set body = body || '{"unitPrice": 7}' where id = ${tariff.id}`.execute(server.database.db)
    await sql`update change_request set effective_date = '2020-01-01' where record_id = ${tariff.id}`.execute(server.database.db)
    await applyDue()
    expect(await requests()).toEqual([{ status: '4' }])
    const seen = await read()
    expect([seen.unitPrice, seen.waitingChange]).toEqual([7, undefined])
  })
})
