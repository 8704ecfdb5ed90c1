import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Entity, Property } from '../../../language/documents/entity.ts'
import type { Screen } from '../../../language/documents/screen.ts'
import { withDetailRows } from '../../../language/entity/details.ts'
import { withBorrowedFields } from '../../../language/entity/references.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RecordCall, RecordsEngine } from '../engine.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { runScript } from '../testing/memoryDatabase.ts'
import { openEngine } from '../testing/openEngine.ts'
import { actorOf, now, queryOf } from '../testing/sampleEngine.ts'

const text = (title: string, keys: Partial<Property> = {}): Property => ({ type: 'string', title, ...keys })

const order: Entity = {
  name: 'supply',
  title: '訂貨單',
  key: 'supplyNo',
  label: 'supplyNo',
  scope: 'companyNo',
  type: 'object',
  properties: {
    supplyNo: text('單號', { 'x-unique': true, 'x-immutable': true }),
    companyNo: text('特約商'),
    status: text('狀態'),
    remark: text('備註'),
    lines: {
      type: 'array',
      title: '品項',
      minItems: 1,
      maxItems: 4,
      'x-details': {
        child: 'supplyLine',
        by: 'supplyNo',
        fields: ['goodsNo', 'goodsNo.unit', 'quantity', 'price', 'amount', 'code'],
        order: 'place',
      },
    },
    amount: {
      type: 'number',
      title: '合計',
      'x-computed': true,
      'x-rollup': { child: 'supplyLine', by: 'supplyNo', op: 'sum', field: 'amount' },
    },
  },
  required: ['supplyNo', 'lines'],
  editable: { 'row.status': { eq: 'draft' } },
}

const line: Entity = {
  name: 'supplyLine',
  title: '訂貨品項',
  key: 'code',
  label: 'code',
  scope: 'companyNo',
  type: 'object',
  properties: {
    code: text('代號', { 'x-unique': true, 'x-immutable': true }),
    companyNo: text('特約商'),
    supplyNo: text('單號', { 'x-ref': { entity: 'supply' } }),
    goodsNo: text('商品', { 'x-ref': { entity: 'goods', show: ['unit', 'kind'], filter: { 'row.isSold': { eq: true } } } }),
    quantity: { type: 'integer', title: '數量', minimum: 1 },
    price: { type: 'number', title: '單價', 'x-decimals': 2 },
    amount: { type: 'number', title: '小計', 'x-decimals': 2, 'x-computed': true, 'x-formula': { $mul: ['row.quantity', 'row.price'] } },
    place: { type: 'integer', title: '順序' },
    sentAt: text('出貨日', { format: 'date' }),
    state: text('狀態', { default: 'open', 'x-computed': true }),
  },
  required: ['supplyNo', 'goodsNo', 'quantity'],
  transitions: {
    cut: {
      label: '減量',
      field: 'state',
      from: ['open'],
      to: 'cut',
      permission: 'edit',
      input: { properties: { quantity: { type: 'integer', title: '數量' } } },
    },
    send: { label: '出貨', field: 'state', from: ['open', 'cut'], to: 'sent', permission: 'edit' },
  },
}

const goods: Entity = {
  name: 'goods',
  title: '商品',
  key: 'goodsNo',
  label: 'goodsName',
  scope: 'companyNo',
  type: 'object',
  properties: {
    goodsNo: text('商品編號', { 'x-unique': true, 'x-immutable': true }),
    companyNo: text('特約商'),
    isSold: { type: 'boolean' },
    goodsName: text('品名'),
    unit: text('單位'),
    kind: text('類別'),
  },
}

const parcel: Entity = {
  name: 'parcel',
  title: '包裹',
  key: 'parcelNo',
  label: 'parcelNo',
  type: 'object',
  properties: { parcelNo: text('包裹'), code: text('品項', { 'x-ref': { entity: 'supplyLine' } }) },
}

const written = new Map([order, line, goods, parcel].map((entity) => [entity.name, entity]))
let entities: ReadonlyMap<string, Entity> = new Map(
  [...written.values()].map((entity) => [entity.name, withDetailRows(withBorrowedFields(entity, written), written)]),
)

const orderScreen: Screen = {
  uri: '/_test/supplies',
  title: '訂貨單',
  entity: 'supply',
  list: { columns: ['supplyNo', 'amount'], toolbar: ['create'], rowActions: ['edit', 'view', 'delete', 'history'] },
}
const lineScreen: Screen = {
  uri: '/_test/supply_lines',
  title: '訂貨品項',
  entity: 'supplyLine',
  list: { columns: ['code', 'place'], toolbar: ['create'], rowActions: ['edit', 'delete', 'cut', 'send'] },
}

const permissions = ['supplies', 'supply_lines'].flatMap((screen) =>
  ['view', 'create', 'edit', 'delete'].map((action) => `test.${screen}.${action}`),
)
const staff: Actor = { ...actorOf('amy'), permissions: new Set(permissions) }

describe('rows that are records of another entity', () => {
  let db: Database
  let close: () => Promise<void>
  let engine: RecordsEngine

  const call = (changes: Partial<RecordCall> = {}): RecordCall => ({
    ...{ actor: staff, screen: resolveScreen(orderScreen, entities), entity: 'supply', now, db },
    ...changes,
  })
  const lineCall = (changes: Partial<RecordCall> = {}) =>
    call({ screen: resolveScreen(lineScreen, entities), entity: 'supplyLine', ...changes })
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return error instanceof ApiError ? error.body : error
  }
  const rowsOf = (record: RecordValues) => record.lines as readonly StoredRecord[]
  const codes = (record: RecordValues) => rowsOf(record).map(({ code }) => code)
  const lineRecords = async () => (await engine.list(lineCall(), queryOf({ sort: [{ field: 'place', direction: 'asc' }] }))).rows
  const add = (changes: RecordValues = {}) =>
    engine.create(call(), {
      ...{ supplyNo: 'S1', companyNo: 'C1', status: 'draft' },
      lines: [
        { goodsNo: 'G1', quantity: 2, price: 1.5, code: 'a' },
        { goodsNo: 'G2', quantity: 1, price: 10, code: 'b' },
      ],
      ...changes,
    })

  beforeAll(async () => {
    ;({ db, engine, close } = await openEngine(() => entities))
  }, 180_000)
  afterAll(() => close())
  beforeEach(async () => {
    await runScript(db, 'delete from record_document;')
    for (const [goodsNo, isSold] of [['G1', true] as const, ['G2', true] as const, ['G3', false] as const])
      await engine.create(call({ screen: null, entity: 'goods' }), { goodsNo, companyNo: 'C1', isSold })
  })

  it('a record is created with its rows, which are records of its company, numbered in their order, and summed up', async () => {
    const created = await add()
    expect(rowsOf(created)).toEqual([
      { id: expect.any(Number), goodsNo: 'G1', quantity: 2, price: 1.5, amount: 3, code: 'a' },
      { id: expect.any(Number), goodsNo: 'G2', quantity: 1, price: 10, amount: 10, code: 'b' },
    ])
    expect(created.amount).toBe(13)
    const records = await lineRecords()
    expect(records.map(({ code, place }) => [code, place])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    const [first] = records
    expect(await engine.get(lineCall(), Number(first?.id))).toMatchObject({ supplyNo: 'S1', companyNo: 'C1' })
  })

  it('rows are changed, removed, added and moved in one save, each with its own history', async () => {
    const created = await add()
    const [a, b] = rowsOf(created)
    const changed = await engine.update(call(), created.id, created.rowVersion, {
      lines: [{ ...b, quantity: 3 }, { goodsNo: 'G1', quantity: 1, code: 'c', price: null }, { ...a }],
    })
    expect(codes(changed)).toEqual(['b', 'c', 'a'])
    expect(rowsOf(changed).map(({ id }) => id)).toEqual([b?.id, expect.any(Number), a?.id])
    expect(changed.amount).toBe(33)
    const fewer = await engine.update(call(), created.id, changed.rowVersion, { lines: rowsOf(changed).slice(1) })
    expect(codes(fewer)).toEqual(['c', 'a'])
    expect((await lineRecords()).map(({ code, place }) => [code, place])).toEqual([
      ['c', 1],
      ['a', 2],
    ])
    const actions = async (id: number, of = lineCall({ screen: null })) => (await engine.history(of, id)).map(({ action }) => action)
    expect(await actions(Number(a?.id))).toEqual(['修改', '修改', '新增'])
    expect(await actions(created.id, call())).toEqual(['修改', '修改', '新增'])
    const [latest] = await engine.history(call(), created.id)
    expect(latest?.changes).toEqual([
      { title: '品項', before: expect.stringContaining('代號 b'), after: expect.not.stringContaining('代號 b') },
    ])
  })

  it('what did not change is not written', async () => {
    const created = await add()
    const [a] = rowsOf(created)
    const same = await engine.update(call(), created.id, created.rowVersion, { lines: rowsOf(created), remark: '  ' })
    expect(same.rowVersion).toBe(created.rowVersion)
    await engine.update(call(), created.id, created.rowVersion, { remark: '急' })
    expect(await engine.get(lineCall(), Number(a?.id))).toMatchObject({ rowVersion: 1 })
  })

  it('rows show what they name as it is now, of their own company, and nobody can send it', async () => {
    const created = await add()
    const [good] = (await engine.list(call({ screen: null, entity: 'goods' }), queryOf({ sort: [{ field: 'goodsNo', direction: 'asc' }] })))
      .rows
    await engine.update(call({ screen: null, entity: 'goods' }), Number(good?.id), 1, { goodsName: '洗衣精', unit: '瓶', kind: '清潔' })
    const { lines } = await engine.get(call(), created.id)
    expect(lines).toMatchObject([{ goodsNo: 'G1', 'goodsNo.unit': '瓶', 'goodsNo.goodsName': '洗衣精' }, { goodsNo: 'G2' }])
    expect(Object.keys((lines as RecordValues[])[0] ?? {})).not.toContain('goodsNo.kind')
    const forged = rowsOf({ lines }).map((row) => ({ ...row, 'goodsNo.unit': '箱', 'goodsNo.goodsName': '假' }))
    const same = await engine.update(call(), created.id, created.rowVersion, { lines: forged })
    expect([same.rowVersion, same.lines]).toEqual([created.rowVersion, lines])
    const [a, b] = forged
    const changed = await engine.update(call(), created.id, created.rowVersion, {
      lines: [
        { ...a, quantity: 5 },
        { ...b, goodsNo: 'G1' },
      ],
    })
    expect(rowsOf(changed).map((row) => row['goodsNo.unit'])).toEqual(['瓶', '瓶'])
    const { rows } = await sql<{ body: object }>`select body from record_document where entity = 'supplyLine'`.execute(db)
    expect(rows.flatMap(({ body }) => Object.keys(body)).filter((name) => name.includes('.'))).toEqual([])
    await runScript(db, `update record_document set body = body || '{"companyNo": "C2"}' where entity = 'goods'`)
    expect(
      rowsOf(await engine.get(call(), created.id))
        .flatMap((row) => Object.keys(row))
        .filter((name) => name.includes('.')),
    ).toEqual([])
  })

  it('a form offers what rows show of what it can name', async () => {
    await add()
    const ask = { search: 'G2', keys: [], merchant: null }
    const { choices } = await engine.choices(call(), 'lines.goodsNo', ask)
    expect(choices).toEqual([{ key: 'G2', label: null, values: { 'goodsNo.unit': null } }])
  })

  it('a mistake in a row is told at its place, and nothing is stored', async () => {
    const lines = [
      { goodsNo: 'G1', quantity: 1, code: 'a' },
      { goodsNo: 'G3', quantity: 0, code: 'b' },
      { goodsNo: 'X', code: 'c', other: 1 },
    ]
    expect(await refusal(add({ lines }))).toMatchObject({
      'lines.1.goodsNo': '商品「G3」不可選用，請改選其他資料',
      'lines.1.quantity': expect.stringContaining('1'),
      'lines.2.goodsNo': '商品「X」不存在，請重新挑選',
      'lines.2.quantity': '數量 必填',
    })
    const taken = [
      { goodsNo: 'G1', quantity: 1, code: 'a' },
      { goodsNo: 'G1', quantity: 1, code: 'a' },
    ]
    expect(Object.keys((await refusal(add({ lines: taken }))) as object)).toEqual(['lines.1.code'])
    expect(await refusal(add({ lines: [] }))).toMatchObject({ lines: expect.any(String) })
    expect(await refusal(add({ lines: Array.from({ length: 5 }, () => ({ goodsNo: 'G1', quantity: 1 })) }))).toMatchObject({
      lines: expect.any(String),
    })
    expect(await lineRecords()).toEqual([])
  })

  it('a fixed field of a stored row stays, and the company of a record with rows too', async () => {
    const created = await add()
    const [a, b] = rowsOf(created)
    const save = (values: RecordValues) => refusal(engine.update(call(), created.id, created.rowVersion, values))
    expect(await save({ lines: [{ ...a, code: 'z' }, b] })).toEqual({ 'lines.0.code': '代號 不可修改' })
    expect(await save({ companyNo: 'C2' })).toEqual({ companyNo: '已有品項，不可改屬其他特約商' })
  })

  it('an id of a row of another record, or the same id twice, makes a new row', async () => {
    const created = await add()
    const other = await add({ supplyNo: 'S2', lines: [{ goodsNo: 'G1', quantity: 7, code: 'x' }] })
    const [stolen] = rowsOf(other)
    const [a] = rowsOf(created)
    const changed = await engine.update(call(), created.id, created.rowVersion, {
      lines: [{ ...a }, { ...a, code: 'a2' }, { ...stolen, code: 'y', quantity: 1 }],
    })
    expect(codes(changed)).toEqual(['a', 'a2', 'y'])
    expect(new Set(rowsOf(changed).map(({ id }) => id)).size).toBe(3)
    expect(rowsOf(await engine.get(call(), other.id))).toEqual(rowsOf(other))
  })

  it('a row that was written elsewhere gives its record a new version, so that no save removes it unseen', async () => {
    const created = await add()
    const added = await engine.create(lineCall(), { code: 'n', companyNo: 'C1', supplyNo: 'S1', goodsNo: 'G1', quantity: 1 })
    const late = engine.update(call(), created.id, created.rowVersion, { lines: rowsOf(created) })
    expect(await late.catch((error: unknown) => (error as ApiError).code)).toBe('M10')
    const { rowVersion } = await engine.get(call(), created.id)
    await engine.update(lineCall(), added.id, 1, { quantity: 2 })
    expect((await engine.get(call(), created.id)).rowVersion).toBe(rowVersion + 1)
    await engine.remove(lineCall(), added.id, 2)
    const last = await engine.get(call(), created.id)
    expect([last.rowVersion, codes(last)]).toEqual([rowVersion + 2, ['a', 'b']])
  })

  it('rows of a record that cannot be changed cannot either, but what no row shows can', async () => {
    const created = await add()
    const [a] = rowsOf(created)
    await engine.update(call(), created.id, created.rowVersion, { status: 'sent' })
    const closed = '訂貨單 S1 目前的狀態不能修改，它的明細也不能；請重新整理後再試。'
    const id = Number(a?.id)
    expect(await refusal(engine.update(lineCall(), id, 1, { quantity: 9 }))).toBe(closed)
    expect(await refusal(engine.remove(lineCall(), id, 1))).toBe(closed)
    const more = { code: 'n', companyNo: 'C1', supplyNo: 'S1', goodsNo: 'G1', quantity: 1 }
    expect(await refusal(engine.create(lineCall(), more))).toBe(closed)
    expect(await refusal(engine.transition(lineCall(), id, 'cut', { rowVersion: 1, quantity: 1 }))).toBe(closed)
    expect(await engine.update(lineCall(), id, 1, { sentAt: '2026-04-01' })).toMatchObject({ sentAt: '2026-04-01' })
    expect(await engine.transition(lineCall(), id, 'send', { rowVersion: 2 })).toMatchObject({ rowVersion: 3 })
  })

  it('a removed record takes its rows along, unless something names one of them', async () => {
    const created = await add()
    await engine.create(call({ screen: null, entity: 'parcel' }), { parcelNo: 'P', code: 'b' })
    const remove = (rowVersion: number) => engine.remove(call(), created.id, rowVersion).catch((error: unknown) => (error as ApiError).code)
    expect(await remove(created.rowVersion)).toBe('M11')
    expect((await lineRecords()).length).toBe(2)
    await runScript(db, `delete from record_document where entity = 'parcel'`)
    expect(await remove((await engine.get(call(), created.id)).rowVersion)).toBeUndefined()
    expect(await lineRecords()).toEqual([])
  })

  it('a merchant saves rows of the own company only', async () => {
    const merchant: Actor = { ...staff, userType: '2', companyNo: 'C2', readableCompanyNos: ['C2'] }
    await engine.create(call({ screen: null, entity: 'goods' }), { goodsNo: 'G9', companyNo: 'C2', isSold: true })
    const lines = [{ goodsNo: 'G1', quantity: 1, code: 'm' }]
    const create = (rows: unknown) => engine.create(call({ actor: merchant }), { supplyNo: 'S2', status: 'draft', lines: rows })
    expect(await refusal(create(lines))).toEqual({ 'lines.0.goodsNo': '商品「G1」不存在，請重新挑選' })
    await engine.update(call(), (await add()).id, 1 + 2, { status: 'sent' })
    const foreign = engine.create(lineCall({ actor: merchant }), { code: 'f', supplyNo: 'S1', goodsNo: 'G9', quantity: 1 })
    expect(await refusal(foreign)).toEqual({ supplyNo: '單號「S1」不存在，請重新挑選' })
    const own = await create([{ goodsNo: 'G9', quantity: 1, code: 'm' }])
    expect(await engine.get(lineCall(), Number(rowsOf(own)[0]?.id))).toMatchObject({ companyNo: 'C2' })
  })

  it('nothing is shown, nor emptied, of a field that only some people may see since, while the document of the master is broken', async () => {
    const created = await add()
    const before = entities
    // The document that shows the field keeps its last good version.
    entities = new Map([
      ...before,
      [
        'supplyLine',
        { ...line, properties: { ...line.properties, price: { ...line.properties.price, type: 'number', 'x-read': 'cost' } } },
      ],
    ])
    const seen = await engine.get(call(), created.id)
    expect(rowsOf(seen).map((row) => 'price' in row)).toEqual([false, false])
    const [a, b] = rowsOf(seen)
    await engine.update(call(), created.id, seen.rowVersion, { lines: [{ ...a, quantity: 5 }, b] })
    entities = before
    expect(rowsOf(await engine.get(call(), created.id))[0]).toMatchObject({ quantity: 5, price: 1.5 })
  })
})
