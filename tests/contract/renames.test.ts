import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AcceptedChange } from '../../src/answers/acceptedChanges.ts'
import type { Catalog } from '../../src/language/catalog/catalog.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { carryOut, repeatSteps } from '../../src/server/screens/conversion/carryOut.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

const schemas = mkdtempSync(join(tmpdir(), 'renames-'))
let server: TestServer
let clerk: TestSession
const parts = '/api/example/parts'
const uri = '/_example/parts'

const level = { type: 'string', title: '等級', 'x-dictionary': 'PartLevel' }
const firstFields = {
  partNo: { type: 'string', title: '料號', 'x-unique': true, maxLength: 10 },
  amount: { type: 'number', title: '金額' },
  note: { type: 'string', title: '數量說明', maxLength: 20 },
  level,
}
const isNumber = (property: object | undefined) => /number|integer/.test(JSON.stringify(property ?? {}))

type Fields = Readonly<Record<string, object>>

function writeDocuments(
  properties: Fields,
  { options = ['1', '2'], screen = {} }: { options?: (string | object)[]; screen?: object } = {},
) {
  const entity = {
    $schema: '../../language/entity.schema.json',
    name: 'part',
    title: '零件',
    key: 'partNo',
    label: 'partNo',
    type: 'object',
  }
  const fields = Object.keys(properties)
  const dictionary = {
    ...{ $schema: '../language/dictionary.schema.json', name: 'PartLevel', title: '等級' },
    options: options.map((one) => (typeof one === 'string' ? { key: one, value: `第${one}級` } : one)),
  }
  const document = {
    ...{ $schema: '../../language/screen.schema.json', uri, title: '零件', icon: 'category', entity: 'part' },
    list: {
      columns: fields,
      filters: fields.slice(1).map((field) => (isNumber(properties[field]) ? { field, op: 'between' } : field)),
      toolbar: ['create', 'export'],
      rowActions: ['edit', 'history'],
    },
    forms: { edit: { mode: 'edit', fields }, create: { mode: 'create', fields } },
    ...screen,
  }
  const files: Readonly<Record<string, object>> = {
    'entities/example/part.json': { ...entity, required: ['partNo'], properties },
    'dictionaries/PartLevel.json': dictionary,
    [`screens${document.uri}.json`]: document,
  }
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(join(schemas, path, '..'), { recursive: true })
    writeFileSync(join(schemas, path), JSON.stringify(value))
  }
}

const inForce = () => server.app.documents.entity('part')?.properties ?? {}
const diagnostics = () => server.app.documents.diagnostics().map(({ message }) => message)
async function change(properties: Fields, more: Parameters<typeof writeDocuments>[1] = {}) {
  writeDocuments(properties, more)
  await vi.waitFor(() => expect([diagnostics(), inForce()]).toEqual([[], properties]), { timeout: 120_000 })
}
/** A change that is refused: the text says why. */
async function refused(properties: Fields, more: Parameters<typeof writeDocuments>[1] = {}): Promise<string> {
  const before = inForce()
  writeDocuments(properties, more)
  await vi.waitFor(() => expect(diagnostics().length).toBeGreaterThan(0), { timeout: 120_000 })
  expect(inForce()).toEqual(before)
  return diagnostics().join()
}

interface Part extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly rowVersion: number
}
const rows = async (query = '') =>
  (await clerk.get(`${parts}/0/50?sort=partNo.asc&${query}`)).json<{ rows: Part[]; totalCount: number }>().rows
const figures = async (field: string, query = '') => (await rows(query)).map((row) => row[field])
const stored = async () =>
  (
    await sql<{ body: object }>`select body from record_document where entity = 'part' order by body ->> 'partNo'`.execute(server.app.db)
  ).rows.map(({ body }) => body)

const { amount: _amount, ...others } = firstFields
const renamed = { ...others, total: { ...firstFields.amount, renamedFrom: 'amount' } }

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  writeDocuments(firstFields)
  server = await startTestServer({ environment: { SCHEMAS_DIR: schemas } })
  expect(diagnostics()).toEqual([])
  clerk = await signInWith(
    server,
    'PARTS',
    ['view', 'create', 'edit', 'export'].map((verb) => `example.parts.${verb}`),
  )
  for (const [index, note] of ['1,200', '３', '8'].entries())
    await clerk.post(parts, { partNo: `P${index}`, amount: 10 * (index + 1), note, level: index === 0 ? '1' : '2' })
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

describe('a field that gets another name', () => {
  let open: Part
  it('a field that gets another name keeps its values, in lists, conditions, order, files and histories', async () => {
    ;[open] = (await rows()) as [Part]
    await clerk.put(`${parts}/${open.id}`, { rowVersion: 1, amount: 11 })
    open = (await rows())[0] as Part
    const view = { id: 'v1', name: '大額', query: 'amountFrom=15&sort=amount.desc', columns: [{ field: 'amount' }] }
    await clerk.put(`/api/screens/_example/parts/preferences`, { version: 1, columns: [{ field: 'amount', hidden: true }], views: [view] })
    const asked = { title: '大額', query: view.query, contents: 'rows', group: null, format: 'csv', range: null }
    const rhythm = { every: 'day', day: 1, hour: 8, skipsEmpty: false, isEnabled: true }
    expect((await clerk.post('/api/subscriptions', { uri: '/_example/parts', ...asked, ...rhythm })).statusCode).toBe(201)
    await change(renamed)
    expect(await figures('total')).toEqual([11, 20, 30])
    expect(await figures('total', 'totalFrom=15')).toEqual([20, 30])
    expect((await stored()).map((body) => Object.keys(body).sort())).toEqual(Array(3).fill(['level', 'note', 'partNo', 'total']))
    const file = await clerk.get(`${parts}/export?format=csv`)
    expect(file.body).toContain('金額')
    expect(file.body).toMatch(/"P0",.*11/)
    const history = (await clerk.get(`${parts}/${open.id}/history`)).json<{ changes: object[] }[]>()
    expect(history[0]?.changes).toEqual([{ title: '金額', before: '10', after: '11' }])
    const kept = (await clerk.get('/api/screens/_example/parts/preferences')).json<object>()
    expect(kept).toMatchObject({
      columns: [{ field: 'total', hidden: true }],
      views: [{ query: 'totalFrom=15&sort=total.desc', columns: [{ field: 'total' }] }],
    })
    const mailed = (await clerk.get('/api/subscriptions')).json<object>()
    expect(mailed).toMatchObject({ rows: [{ query: 'totalFrom=15&sort=total.desc' }] })
  })

  it('a form that was opened before can be saved, is told what is wrong under its own names, and can compare', async () => {
    const wrong = await clerk.put(`${parts}/${open.id}`, { rowVersion: open.rowVersion, amount: 'x' })
    expect([wrong.statusCode, Object.keys(wrong.json<object>())]).toEqual([400, ['amount']])
    const saved = await clerk.put(`${parts}/${open.id}`, { rowVersion: open.rowVersion, amount: 12 })
    expect(saved.statusCode).toBe(200)
    expect(await figures('total')).toEqual([12, 20, 30])
    const stale = await clerk.put(`${parts}/${open.id}`, { rowVersion: open.rowVersion, amount: 13 })
    expect([stale.statusCode, stale.headers['x-error-code']]).toEqual([409, 'M10'])
    expect((await clerk.get(`${parts}/${open.id}`)).json()).toMatchObject({ amount: 12, total: 12 })
    const both = await clerk.put(`${parts}/${open.id}`, { rowVersion: open.rowVersion + 1, amount: 1, total: 2 })
    expect([both.statusCode, both.body]).toEqual([400, expect.stringContaining('amount')])
  })

  it('what a process stored by the former document meanwhile is moved a minute later', async () => {
    await sql`update record_document set body = (body - 'total') || '{"amount": 21}' where entity = 'part' and body ->> 'partNo' = 'P1'`.execute(
      server.app.db,
    )
    const later = new Date(server.app.clock.now().getTime() + 61_000)
    await repeatSteps(server.app.db, server.app.documents.current(), later)
    expect(await figures('total')).toEqual([12, 21, 30])
  })

  it('the former document brings the former name back', async () => {
    await change(firstFields)
    expect(await figures('amount', 'amountFrom=15')).toEqual([21, 30])
    const [first] = await rows()
    expect((await clerk.put(`${parts}/${first?.id}`, { rowVersion: first?.rowVersion, total: 14 })).statusCode).toBe(200)
    expect(await figures('amount')).toEqual([14, 21, 30])
  })

  it('a field is renamed and taken back again, over two names at once too', async () => {
    await change(renamed)
    const { total: _total, ...rest } = renamed
    await change({ ...rest, sum: { ...firstFields.amount, renamedFrom: 'total' } })
    expect(await figures('sum')).toEqual([14, 21, 30])
    await change(firstFields)
    expect(await figures('amount')).toEqual([14, 21, 30])
  })
})

describe('two processes that take the same change, while others write', () => {
  it('two processes that take the same change carry it out once, and no write is lost', async () => {
    const before = server.app.documents.current()
    await change(renamed)
    const after = server.app.documents.current()
    await change(firstFields)
    const { db, renames } = server.app
    for (let round = 0; round < 5; round += 1) {
      const [all, now] = [await rows(), new Date()]
      const take = (from: Catalog, to: Catalog) => carryOut({ db, before: from, after: to, renames, now })
      const writes = all.map((row, index) => clerk.put(`${parts}/${row.id}`, { rowVersion: row.rowVersion, amount: 100 * round + index }))
      const [answers] = await Promise.all([Promise.all(writes), take(before, after), take(before, after)])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200))
      // What was stored by the former document after the move: each process looks again when it takes the change, or a minute later.
      await take(before, after)
      await take(after, before)
      expect(await figures('amount')).toEqual(all.map((_row, index) => 100 * round + index))
    }
  })
})

describe('a field that gets another type', () => {
  const { note, ...rest } = firstFields
  const asNumber = { type: 'integer', title: note.title }

  it('a field that gets another type is refused while values do not fit and nothing says what becomes of them', async () => {
    expect(await refused({ ...rest, note: asNumber })).toContain('以 convert 轉換')
    await change(firstFields)
  })

  it('a text becomes the number that people mean, under a new name too, and comes back as it was', async () => {
    await change({ ...rest, count: { ...asNumber, renamedFrom: 'note', convert: {} } })
    expect(await figures('count', 'countFrom=4')).toEqual([1200, 8])
    const [, second] = await rows()
    await clerk.put(`${parts}/${second?.id}`, { rowVersion: second?.rowVersion, count: 4 })
    await change(firstFields)
    // The first comes back as it was typed; the second was changed since.
    expect(await figures('note')).toEqual(['1,200', '4', '8'])
  })

  it('a value that nobody can convert refuses the document, is named, or is left empty', async () => {
    const [first] = await rows()
    await clerk.put(`${parts}/${first?.id}`, { rowVersion: first?.rowVersion, note: '一打' })
    expect(await refused({ ...rest, note: { ...asNumber, convert: {} } })).toMatch(/1 筆資料無法轉換（例如「一打」）.*convert\.values/)
    await change({ ...rest, note: { ...asNumber, convert: { values: { 一打: 12 } } } })
    expect(await figures('note')).toEqual([12, 4, 8])
    await change(firstFields)
    expect(await figures('note')).toEqual(['一打', '4', '8'])
    await change({ ...rest, note: { ...asNumber, convert: { otherwise: 'clear' } } })
    expect(await figures('note')).toEqual([null, 4, 8])
    await change(firstFields)
    expect(await figures('note')).toEqual(['一打', '4', '8'])
  })
})

describe('an option that gets another key', () => {
  it('an option that gets another key keeps the records that have it, and comes back', async () => {
    const options = [{ key: 'A', value: '第1級', renamedFrom: '1' }, '2']
    await change(firstFields, { options })
    await vi.waitFor(async () => expect(await figures('level')).toEqual(['A', '2', '2']), { timeout: 120_000 })
    expect(await figures('partNo', 'level=A')).toEqual(['P0'])
    await change(firstFields)
    await vi.waitFor(async () => expect(await figures('level')).toEqual(['1', '2', '2']), { timeout: 120_000 })
  })
})

describe('a screen that gets another address', () => {
  it('a screen that gets another address keeps its grants and what users keep of its list, and so does the way back', async () => {
    const moved = { uri: '/_example/pieces', renamedFrom: uri }
    rmSync(join(schemas, `screens${uri}.json`))
    writeDocuments(firstFields, { screen: moved })
    await vi.waitFor(async () => expect((await clerk.get('/api/example/pieces/0/50')).statusCode).toBe(200), { timeout: 120_000 })
    // A page that is still open goes on working, and its address leads to the new one.
    expect(await figures('partNo')).toEqual(['P0', 'P1', 'P2'])
    expect((await clerk.get('/api/screens/_example/parts')).json()).toMatchObject({ uri: moved.uri })
    expect((await clerk.get('/api/screens/_example/parts/preferences')).json()).toMatchObject({ views: [{ name: '大額' }] })
    const kept = (await clerk.get('/api/screens/_example/pieces/preferences')).json<object>()
    expect(kept).toMatchObject({ views: [{ name: '大額' }] })
    rmSync(join(schemas, 'screens/_example/pieces.json'))
    writeDocuments(firstFields)
    await vi.waitFor(() => expect([...server.app.documents.current().screens.keys()]).toContain(uri), { timeout: 120_000 })
    await vi.waitFor(() => expect(server.app.documents.screen(moved.uri)).toBeUndefined(), { timeout: 120_000 })
    expect((await clerk.get(`${parts}/0/50`)).statusCode).toBe(200)
    expect((await clerk.get('/api/screens/_example/parts/preferences')).json()).toMatchObject({ views: [{ name: '大額' }] })
  })

  it('who looks after the documents is told what each change means, and nobody else', async () => {
    const keeper = await signInWith(server, 'KEEPER', ['settings.screens.view'])
    await change(renamed)
    const told = (await keeper.get('/api/screens/changes')).json<AcceptedChange[]>()
    expect(told.length).toBeGreaterThan(5)
    const lines = told.flatMap(({ parts: changed }) => changed.flatMap((one) => one.lines))
    expect(lines).toContain('「數量說明」（note）的型別由 string 改為 integer：已存的值一起轉換')
    expect(lines).toContain('代碼 1 改為 A（第1級）：已存的資料一起改')
    expect(told.flatMap(({ fields }) => fields)).toContainEqual({
      text: '實體「零件」（part）的「金額」（amount）改名為 total',
      uses: [{ file: `screens${uri}.json`, pointers: expect.arrayContaining(['/list/columns/1', '/forms/edit/fields/1']) }],
    })
    expect(told.flatMap(({ roles }) => roles).find(({ role }) => role === 'PARTS')).toMatchObject({ users: 1 })
    expect((await clerk.get('/api/screens/changes')).statusCode).toBe(403)
  })

  it('the log tells each of it', async () => {
    const { rows: told } = await sql<{
      action: string
    }>`select action from user_action_log where action like '依文件%' order by id`.execute(server.app.db)
    expect(told.map(({ action }) => action)).toContain('依文件改名 part 的「金額」由 amount 改為 total，3 筆')
  })
})

// Last, because only the newest changes are told.
describe('a field that becomes an option', () => {
  const { note, ...rest } = firstFields

  it('a text becomes an option of a dictionary, under its name, is refused where it is none, and comes back', async () => {
    const options = [
      { key: '1', value: '一打', name: 'dozen' },
      { key: '2', value: '其他', name: 'other' },
    ]
    const asOption = { type: 'string', title: note.title, 'x-dictionary': 'PartLevel' }
    expect(await refused({ ...rest, note: asOption }, { options })).toContain('以 convert 轉換')
    await change(firstFields)
    const named = { values: { 一打: 'dozen' } }
    expect(await refused({ ...rest, note: { ...asOption, convert: named } }, { options })).toMatch(/2 筆資料無法轉換（例如「[48]」）/)
    writeDocuments({ ...rest, note: { ...asOption, convert: { ...named, otherwise: 'clear' } } }, { options })
    await vi.waitFor(async () => expect(await figures('note')).toEqual(['1', null, null]), { timeout: 120_000 })
    expect(await figures('partNo', 'note=1')).toEqual(['P0'])
    await change(firstFields)
    expect(await figures('note')).toEqual(['一打', '4', '8'])
  })
})
