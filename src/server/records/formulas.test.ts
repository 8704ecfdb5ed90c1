import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Entity, Property } from '../../language/documents/entity.ts'
import type { Screen } from '../../language/documents/screen.ts'
import type { ListQuery } from '../../language/query/listQuery.ts'
import { resolveScreen } from '../../language/resolve/screen.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Database } from '../platform/database/tables.ts'
import { ApiError } from '../platform/errors.ts'
import { createRecordsEngine } from './createEngine.ts'
import type { RecordCall, RecordsEngine } from './engine.ts'
import type { RecordValues } from './hooks.ts'
import { refreshStoredResults } from './storedResults.ts'
import { createRecordTables, openMemoryDatabase, runScript } from './testing/memoryDatabase.ts'
import { actorOf, now, queryOf as sampleQuery } from './testing/sampleEngine.ts'

const decimal = (title: string, formula?: Property['x-formula']): Property => ({
  type: 'number',
  title,
  'x-decimals': 2,
  ...(formula && { 'x-formula': formula, 'x-computed': true }),
})

function orderEntity(kind: 'table' | 'document', changes: Readonly<Record<string, Property>> = {}): Entity {
  return {
    name: 'sampleOrder',
    title: '訂單',
    key: 'orderNo',
    label: 'orderNo',
    ...(kind === 'table' && { table: 'sample_order' }),
    type: 'object',
    properties: {
      orderNo: { type: 'string', title: '編號', 'x-unique': true },
      status: { type: 'string', title: '狀態', default: '1', 'x-computed': true },
      discount: { type: 'integer', title: '折讓' },
      lines: {
        type: 'array',
        title: '明細',
        maxItems: 50,
        items: {
          type: 'object',
          properties: {
            quantity: { type: 'integer', title: '數量' },
            price: decimal('單價'),
            amount: decimal('金額', { $mul: ['row.quantity', 'row.price'] }),
          },
        },
      },
      total: decimal('總計', { $sub: [{ $sum: 'row.lines.amount' }, { $sum: ['row.discount', 0] }] }),
      average: decimal('平均', { $round: [{ $div: ['row.total', { $count: 'row.lines' }] }, 2] }),
      isDone: { type: 'boolean', title: '完成', 'x-computed': true, 'x-formula': { $if: [{ 'row.status': { eq: '2' } }, true, false] } },
      reason: { type: 'string', title: '事由' },
      ...changes,
    },
    required: ['orderNo'],
    when: { reason: { required: { 'form.total': { gt: 1000 } } } },
    transitions: { finish: { label: '完成', field: 'status', from: ['1'], to: '2', permission: 'finish', bulk: true } },
    final: ['2'],
  }
}

const screenDocument: Screen = {
  uri: '/_test/orders',
  title: '訂單',
  entity: 'sampleOrder',
  list: {
    columns: ['orderNo', 'total', 'average', 'isDone'],
    filters: [{ field: 'total', op: 'between' }, 'isDone'],
    sort: ['-total'],
    totals: ['total'],
    toolbar: ['create', 'export', 'import'],
    rowActions: ['edit', 'view', 'history', 'finish'],
    bulkActions: ['finish'],
  },
}

const table = `create table sample_order (
  id bigint primary key default random_id(), order_no text not null unique, status text not null, discount bigint, lines jsonb,
  total numeric(18, 2), average numeric(18, 2), is_done boolean, reason text, row_version int not null default 1, created_by text,
  created_at timestamptz, updated_by text, updated_at timestamptz)`

const queryOf = (changes: Partial<ListQuery> = {}) => sampleQuery({ sort: [{ field: 'orderNo', direction: 'asc' }], ...changes })

const actor = {
  ...actorOf('amy'),
  permissions: new Set(['view', 'create', 'edit', 'export', 'import', 'finish'].map((action) => `test.orders.${action}`)),
}

describe.each(['table', 'document'] as const)('formulas of records in a %s', (kind) => {
  let db: Database
  let close: () => Promise<void>
  let engine: RecordsEngine
  let entity: Entity
  let screen: ResolvedScreen

  const useEntity = (next: Entity) => {
    entity = next
    screen = resolveScreen(screenDocument, new Map([[entity.name, entity]]))
  }
  beforeAll(async () => {
    ;({ db, close } = await openMemoryDatabase(createRecordTables))
    await runScript(db, table)
    const parts = {
      findEntity: () => entity,
      findOptions: async () => undefined,
      reportFailure: (error: unknown) => {
        throw error
      },
    }
    engine = createRecordsEngine(parts).engine
  }, 180_000)
  afterAll(() => close())
  beforeEach(async () => {
    useEntity(orderEntity(kind))
    await runScript(db, 'delete from sample_order; delete from record_document; delete from formula_results;')
  })

  const call = (changes: Partial<RecordCall> = {}): RecordCall => ({ actor, screen, entity: 'sampleOrder', now, db, ...changes })
  const add = (orderNo: string, changes: RecordValues = {}) => engine.create(call(), { orderNo, ...changes })
  const stored = (id: number) => engine.get(call({ screen: null }), id) as Promise<RecordValues>
  const lines = [
    { quantity: 3, price: 0.1 },
    { quantity: 2, price: 10.05 },
  ]
  const refresh = (at = now) => refreshStoredResults(db, [entity], at, new AbortController().signal)

  it('stores the results with a new record, and with every change of what they depend on', async () => {
    const created = await add('A1', { lines })
    expect(await stored(created.id)).toMatchObject({
      total: 20.4,
      average: 10.2,
      isDone: false,
      lines: [{ amount: 0.3 }, { amount: 20.1 }],
    })
    await engine.update(call(), created.id, 1, { discount: 5 })
    expect(await stored(created.id)).toMatchObject({ total: 15.4, average: 7.7, rowVersion: 2 })
    await engine.update(call(), created.id, 2, { lines: [{ quantity: 1, price: 7 }] })
    expect(await stored(created.id)).toMatchObject({ total: 2, average: 2, lines: [{ quantity: 1, price: 7, amount: 7 }] })
    await engine.update(call(), created.id, 3, { lines: [], discount: null })
    expect(await stored(created.id)).toMatchObject({ total: 0, average: null })
  })

  it('calculates with a step, one by one and for several, and tells the history', async () => {
    const { id, rowVersion } = await add('A1', { lines })
    const other = await add('A2')
    expect(await engine.transition(call(), id, 'finish', { rowVersion })).toMatchObject({ isDone: true })
    await engine.bulk(call(), 'finish', { kind: 'ids', ids: [other.id] }, {})
    expect(await stored(other.id)).toMatchObject({ isDone: true })
    const history = await engine.history(call(), id)
    const changed = history.flatMap(({ changes }) => changes).find(({ title }) => title === '總計')
    expect(changed).toMatchObject({ title: '總計', after: '20.4' })
  })

  it('takes no result from outside, whoever sends it', async () => {
    await expect(add('A1', { total: 5 })).rejects.toMatchObject({ body: { total: '總計 由系統產生，不可輸入' } })
    const { id } = await add('A1', { lines: [{ quantity: 1, price: 2, amount: 999 }] })
    expect(await stored(id)).toMatchObject({ total: 2, lines: [{ amount: 2 }] })
    await expect(engine.update(call(), id, 1, { total: 7 })).rejects.toMatchObject({ body: { total: '總計 不可修改' } })
    expect(await engine.update(call(), id, 1, { total: 2, discount: 1 })).toMatchObject({ total: 1 })
    const trusted = await engine.create(call({ screen: null }), {
      orderNo: 'T1',
      total: 99,
      lines: [{ quantity: 1, price: 1, amount: 50 }],
    })
    expect(await stored(trusted.id)).toMatchObject({ total: 1, lines: [{ amount: 1 }] })
    await engine.update(call({ screen: null }), trusted.id, 1, { total: 99 })
    expect(await stored(trusted.id)).toMatchObject({ total: 1 })
  })

  it('judges conditions by the results, as the form does', async () => {
    const large = { lines: [{ quantity: 1001, price: 1 }] }
    await expect(add('A1', large)).rejects.toMatchObject({ body: { reason: '事由 必填' } })
    const { id } = await add('A1', { ...large, reason: '年度採購' })
    await expect(engine.update(call(), id, 1, { reason: null })).rejects.toBeInstanceOf(ApiError)
    await engine.update(call(), id, 1, { reason: null, discount: 500 })
  })

  it('refuses a record whose result its field cannot hold, with a text at the field', async () => {
    const huge = { lines: [{ quantity: 9_999_999_999, price: 999_999.99 }] }
    await expect(add('A1', { ...huge, reason: 'x' })).rejects.toMatchObject({ body: { 'lines.0.amount': '數字太大，無法計算' } })
    await expect(engine.create(call({ screen: null }), { orderNo: 'A2', ...huge })).rejects.toMatchObject({ status: 400 })
  })

  it('filters, sorts, totals and exports the stored results', async () => {
    for (const [index, price] of [5, 30.5, 12.25].entries()) await add(`A${index}`, { lines: [{ quantity: 2, price }] })
    const page = await engine.list(call(), queryOf({ sort: [{ field: 'total', direction: 'desc' }] }))
    expect(page.rows.map(({ total }) => total)).toEqual([61, 24.5, 10])
    expect(page.totals).toEqual({ total: 95.5 })
    const some = await engine.list(call(), queryOf({ filters: [{ field: 'total', op: 'between', values: [20, null] }] }))
    expect(some.totalCount).toBe(2)
    const file = await engine.exportFile(call(), queryOf({ sort: [{ field: 'total', direction: 'asc' }] }), 'csv')
    const chunks: Uint8Array[] = []
    for await (const chunk of file.body) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    expect(text.split('\r\n')[1]).toContain('"A0",10,')
  })

  it('brings records that were stored before a formula up to it, without a new version of theirs', async () => {
    const ids: number[] = []
    for (const [index, price] of [1, 2, 3].entries()) ids.push((await add(`A${index}`, { lines: [{ quantity: 2, price }] })).id)
    useEntity(orderEntity(kind, { total: decimal('總計', { $mul: [{ $sum: 'row.lines.amount' }, 10] }) }))
    expect(await refresh()).toEqual({ changed: 3 })
    const page = await engine.list(call(), queryOf({ filters: [{ field: 'total', op: 'between', values: [30, 50] }] }))
    expect([page.totalCount, page.totals]).toEqual([1, { total: 40 }])
    expect(await stored(ids[0] ?? 0)).toMatchObject({
      total: 20,
      average: 20,
      rowVersion: 1,
      updatedBy: 'amy',
      updatedAt: now.toISOString(),
    })
    // Visited, so the next run finds nothing to do, until it looks again at what was stored meanwhile.
    expect(await refresh()).toBeNull()
    const later = new Date(now.getTime() + 120_000)
    expect(await refresh(later)).toEqual({ changed: 0 })
    expect(await refresh(later)).toBeNull()
  })

  it('mends after the visit what another process stored by the former formulas', async () => {
    const { id } = await add('A1', { lines })
    await refresh()
    const body = sql`body || '{"total": 1}'::jsonb`
    await (kind === 'table'
      ? sql`update sample_order set total = 1, updated_at = ${now} where id = ${id}`
      : sql`update record_document set body = ${body}, updated_at = ${now} where id = ${id}`
    ).execute(db.withoutPlugins())
    expect(await refresh(new Date(now.getTime() + 61_000))).toEqual({ changed: 1 })
    expect(await stored(id)).toMatchObject({ total: 20.4 })
  })
})
