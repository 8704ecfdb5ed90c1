import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { carryOut, repeatSteps } from '../../src/server/screens/conversion/carryOut.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

const schemas = mkdtempSync(join(tmpdir(), 'renamed-entities-'))
let server: TestServer
let clerk: TestSession
let boss: TestSession
const orders = '/api/example/orders'

const states = [
  { key: 'OPEN', value: '草稿' },
  { key: 'SENT', value: '已送出' },
]
const columns = { itemNo: { type: 'string', title: '品號', 'x-ref': { entity: 'item' } }, qty: { type: 'integer', title: '數量' } }
const order = {
  ...{ name: 'order', title: '訂單', key: 'orderNo', label: 'note', type: 'object' },
  properties: {
    orderNo: { type: 'string', title: '訂單號碼', 'x-number': 'O{yyyy}{0000}' },
    note: { type: 'string', title: '備註', maxLength: 20 },
    tag: { type: 'string', title: '標籤', maxLength: 20, 'x-unique': true },
    limit: { type: 'integer', title: '額度', 'x-approval': true },
    hasPendingChange: { type: 'boolean', title: '待審', 'x-computed': true },
    changeSubmittedBy: { type: 'string', title: '送審人員', 'x-computed': true },
    status: { type: 'string', title: '狀態', 'x-dictionary': 'OrderState', 'x-computed': true, default: 'OPEN' },
    lines: { type: 'array', title: '明細', items: { type: 'object', properties: columns } },
  },
  required: ['note'],
  transitions: {
    send: { label: '送出', field: 'status', from: ['OPEN'], to: 'SENT', permission: 'send', notBy: ['updatedBy'] },
  },
  final: ['SENT'],
}
const item = {
  ...{ name: 'item', title: '品項', key: 'itemNo', label: 'itemNo', type: 'object' },
  properties: { itemNo: { type: 'string', title: '品號', 'x-unique': true, 'x-immutable': true, maxLength: 10 } },
  required: ['itemNo'],
}
const fields = ['note', 'tag', 'limit', 'lines']
const screens = {
  orders: {
    ...{ uri: '/_example/orders', title: '訂單', icon: 'category', entity: 'order' },
    list: {
      columns: ['orderNo', 'note', 'status', 'hasPendingChange'],
      filters: ['note', 'status', 'hasPendingChange'],
      toolbar: ['create'],
      rowActions: ['view', 'edit', 'delete', 'history', 'send', 'approveChange', 'rejectChange', 'withdrawChange'],
    },
    forms: { create: { mode: 'create', fields }, edit: { mode: 'edit', fields }, view: { mode: 'view', fields: ['orderNo', ...fields] } },
  },
  items: {
    ...{ uri: '/_example/items', title: '品項', icon: 'category', entity: 'item' },
    list: { columns: ['itemNo'], toolbar: ['create'], rowActions: ['edit', 'delete'] },
    forms: { create: { mode: 'create', fields: ['itemNo'] }, edit: { mode: 'edit', fields: ['itemNo'] } },
  },
}
const dictionary = (options: readonly object[]) => ({ name: 'OrderState', title: '訂單狀態', options })
const first: Readonly<Record<string, object | null>> = {
  'dictionaries/OrderState.json': dictionary(states),
  'entities/example/order.json': order,
  'entities/example/item.json': item,
  'entities/example/purchase.json': null,
  'entities/example/good.json': null,
  'screens/_example/orders.json': screens.orders,
  'screens/_example/items.json': screens.items,
}

function writeDocuments(files: Readonly<Record<string, object | null>>): void {
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(join(schemas, path, '..'), { recursive: true })
    if (value === null) rmSync(join(schemas, path), { force: true })
    else writeFileSync(join(schemas, path), JSON.stringify(value))
  }
}
async function change(files: Readonly<Record<string, object | null>>, entity: string): Promise<void> {
  const { documents } = server.app
  writeDocuments({ ...first, ...files })
  await vi.waitFor(
    () => expect([documents.diagnostics(), documents.current().screens.get('/_example/orders')?.entity.name]).toEqual([[], entity]),
    { timeout: 120_000 },
  )
}

interface Order extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly rowVersion: number
}
const rows = async (query = '') => (await clerk.get(`${orders}/0/50?sort=orderNo.asc&${query}`)).json<{ rows: Order[] }>().rows
const whole = async (id: number) => (await clerk.get(`${orders}/${id}`)).json<Order>()
const history = async (id: number) =>
  (await clerk.get(`${orders}/${id}/history`)).json<{ action: string; changes: { title: string; before: string; after: string }[] }[]>()
const countOf = async (table: string, entity: string) => {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where entity = ${entity}`.execute(server.app.db)
  return found[0]?.count
}

const { itemNo, qty } = columns
const renamedLines = {
  ...order.properties.lines,
  items: {
    type: 'object',
    properties: {
      goodNo: { ...itemNo, 'x-ref': { entity: 'good' }, renamedFrom: 'itemNo' },
      quantity: { ...qty, renamedFrom: 'qty' },
    },
  },
}
const renamedOrder = {
  ...order,
  ...{ name: 'purchase', renamedFrom: 'order' },
  properties: { ...order.properties, status: { ...order.properties.status, default: 'DRAFT' }, lines: renamedLines },
  transitions: { send: { ...order.transitions.send, from: ['DRAFT'] } },
}
const afterwards = {
  'dictionaries/OrderState.json': dictionary([{ key: 'DRAFT', value: '草稿', renamedFrom: 'OPEN' }, states[1] as object]),
  'entities/example/order.json': null,
  'entities/example/item.json': null,
  'entities/example/purchase.json': renamedOrder,
  'entities/example/good.json': { ...item, name: 'good', renamedFrom: 'item' },
  'screens/_example/orders.json': { ...screens.orders, entity: 'purchase' },
  'screens/_example/items.json': { ...screens.items, entity: 'good' },
}

let mine: Order
let bossEdited: Order

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  writeDocuments(first)
  server = await startTestServer({ environment: { SCHEMAS_DIR: schemas } })
  expect(server.app.documents.diagnostics()).toEqual([])
  const all = ['view', 'create', 'edit', 'delete', 'send', 'approve']
  const rights = all.map((verb) => `example.orders.${verb}`)
  clerk = await signInWith(server, 'CLERK', [...rights, 'example.items.view', 'example.items.create', 'example.items.delete'])
  boss = await signInWith(server, 'BOSS', rights)
  await clerk.post('/api/example/items', { itemNo: 'A' })
  for (const note of ['甲', '乙'])
    expect((await clerk.post(orders, { note, tag: note, limit: 1, lines: [{ itemNo: 'A', qty: 2 }, { qty: 3 }] })).statusCode).toBe(201)
  const [one, two] = (await rows()) as [Order, Order]
  await clerk.put(`${orders}/${one.id}`, { rowVersion: one.rowVersion, lines: [{ itemNo: 'A', qty: 5 }] })
  await boss.put(`${orders}/${two.id}`, { rowVersion: two.rowVersion, note: '乙二' })
  // Waits for somebody to decide, with rows and a limit under the names of then.
  mine = await whole(one.id)
  await clerk.put(`${orders}/${one.id}`, { rowVersion: mine.rowVersion, limit: 9 })
  mine = await whole(one.id)
  bossEdited = await whole(two.id)
  const view = { id: 'v1', name: '草稿', query: 'status=OPEN', columns: [{ field: 'note' }] }
  await clerk.put('/api/screens/_example/orders/preferences', { version: 1, columns: [], views: [view] })
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

it('entities, columns and states get other names: records, conditions, waiting changes and kept views go along', async () => {
  await change(afterwards, 'purchase')
  expect((await rows()).map(({ note, status }) => [note, status])).toEqual([
    ['甲', 'DRAFT'],
    ['乙二', 'DRAFT'],
  ])
  expect((await rows('status=DRAFT')).length).toBe(2)
  expect((await whole(mine.id)).lines).toMatchObject([{ goodNo: 'A', quantity: 5 }])
  for (const table of ['record_document', 'record_document_unique', 'record_reference', 'change_request'])
    expect([table, await countOf(table, 'order'), (await countOf(table, 'purchase')) !== 0]).toEqual([table, 0, true])
  const kept = (await clerk.get('/api/screens/_example/orders/preferences')).json<object>()
  expect(kept).toMatchObject({ views: [{ query: 'status=DRAFT' }] })
  const decided = await boss.post(`${orders}/${mine.id}/approveChange`, { rowVersion: mine.rowVersion })
  expect([decided.statusCode, (await whole(mine.id)).limit]).toEqual([200, 9])
})

it('what names a record, what is unique, and automatic numbers hold under the new names', async () => {
  const items = (await clerk.get('/api/example/items/0/50')).json<{ rows: Order[] }>().rows
  const removed = await clerk.delete(`/api/example/items/${items[0]?.id}`)
  expect([removed.statusCode, removed.body]).toEqual([409, '資料已被使用，無法刪除。'])
  const twice = await clerk.post(orders, { note: '丙', tag: '甲', lines: [{ goodNo: 'A', quantity: 1 }] })
  expect(twice.statusCode).toBe(409)
  const third = (await clerk.post(orders, { note: '丙', tag: '丙', lines: [{ goodNo: 'A', quantity: 1 }] })).json<Order>()
  expect(third.orderNo).toMatch(/0003$/)
})

it('histories of then are read, and nobody may decide on what he changed himself before', async () => {
  const entries = await history(mine.id)
  expect(entries.at(-1)?.action).toBe('新增')
  expect(entries.flatMap(({ changes }) => changes).find(({ title }) => title === '狀態')?.after).toBe('草稿')
  const lines = entries.flatMap(({ changes }) => changes).find(({ before, title }) => title === '明細' && before !== '')
  expect([lines?.before, lines?.after]).toEqual(['品號 A，數量 2；數量 3', '品號 A，數量 5'])
  const own = await boss.post(`${orders}/${bossEdited.id}/send`, { rowVersion: bossEdited.rowVersion })
  expect([own.statusCode, own.headers['x-error-code']]).toEqual([409, 'M13'])
  expect((await clerk.post(`${orders}/${bossEdited.id}/send`, { rowVersion: bossEdited.rowVersion })).statusCode).toBe(200)
})

it('a form that was opened before can be saved, and is told what is wrong under its own names', async () => {
  const open = await whole(mine.id)
  const wrong = await clerk.put(`${orders}/${open.id}`, { rowVersion: open.rowVersion, lines: [{ itemNo: 'none', qty: 1 }] })
  expect([wrong.statusCode, Object.keys(wrong.json<object>())]).toEqual([400, ['lines.0.itemNo']])
  const odd = await clerk.put(`${orders}/${open.id}`, { rowVersion: open.rowVersion, lines: [{ goodNo: 'A', constructor: 1 }] })
  expect([odd.statusCode, odd.body.includes('function')]).toEqual([400, false])
  const saved = await clerk.put(`${orders}/${open.id}`, { rowVersion: open.rowVersion, lines: [{ itemNo: 'A', qty: 7 }] })
  expect([saved.statusCode, (await whole(open.id)).lines]).toEqual([200, [{ goodNo: 'A', quantity: 7 }]])
})

it('what a process stored by the former documents meanwhile is moved a minute later', async () => {
  const { app } = server
  await sql`update record_document set entity = 'order', body = body || '{"status": "OPEN", "lines": [{"qty": 8}]}'
    where id = ${mine.id}`.execute(app.db)
  expect((await rows()).length).toBe(2)
  await repeatSteps(app.db, app.documents.current(), new Date(app.clock.now().getTime() + 61_000))
  const again = await whole(mine.id)
  expect([again.status, again.lines]).toEqual(['DRAFT', [{ quantity: 8 }]])
})

it('the former documents bring everything back, and two processes carry it out once', async () => {
  const after = server.app.documents.current()
  await change({}, 'order')
  const before = server.app.documents.current()
  expect((await rows('status=OPEN')).map(({ note }) => note)).toEqual(['甲', '丙'])
  expect((await whole(mine.id)).lines).toEqual([{ qty: 8 }])
  expect((await clerk.get('/api/screens/_example/orders/preferences')).json()).toMatchObject({ views: [{ query: 'status=OPEN' }] })
  expect((await history(mine.id)).length).toBeGreaterThan(3)
  const { db, renames, clock } = server.app
  for (const [from, to] of [
    [before, after],
    [after, before],
  ] as const) {
    const take = () => carryOut({ db, before: from, after: to, renames, now: clock.now() })
    await Promise.all([take(), take()])
    expect(await countOf('record_document', to === after ? 'purchase' : 'order')).toBe(3)
  }
  const told = await sql<{ action: string }>`select action from user_action_log where action like '依文件%' order by id`.execute(db)
  expect(told.rows.map(({ action }) => action)).toContain('依文件改名 實體「訂單」由 order 改為 purchase，2 筆')
})

it('who looks after the documents is told what each change means', async () => {
  const keeper = await signInWith(server, 'KEEPER', ['settings.screens.view'])
  const lines = (await keeper.get('/api/screens/changes'))
    .json<{ parts: { lines: string[] }[] }[]>()
    .flatMap(({ parts }) => parts.flatMap((part) => part.lines))
  expect(lines).toContain('由 order 改名為 purchase：已存的資料、異動紀錄、待核准的變更與指向它的資料一起改')
  expect(lines).toContain('「明細」（lines）列中的「數量」由 qty 改名為 quantity：已存的資料一起改')
})
