import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Entity, Property } from '../../../language/documents/entity.ts'
import type { Screen } from '../../../language/documents/screen.ts'
import { withBorrowedFields } from '../../../language/entity/references.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { restrictScreen } from '../../../language/rights/restrictScreen.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RecordCall, RecordsEngine } from '../engine.ts'
import type { RecordValues } from '../hooks.ts'
import { refreshStoredResults } from '../storedResults.ts'
import { runScript } from '../testing/memoryDatabase.ts'
import { openEngine } from '../testing/openEngine.ts'
import { now, queryOf as sampleQuery } from '../testing/sampleEngine.ts'
import { lotEntity, lotTable, merchant, staff, text, visitEntity, visitScreen } from '../testing/visitsOfLots.ts'

const queryOf = (changes: object) => sampleQuery({ sort: [{ field: 'visitNo', direction: 'asc' }], ...changes })

describe.each(['table', 'document'] as const)('records that are named by others, in a %s', (kind) => {
  let db: Database
  let close: () => Promise<void>
  let engine: RecordsEngine
  let entities: ReadonlyMap<string, Entity>

  const use = (onDelete: 'refuse' | 'clear' = 'refuse', lot = lotEntity(kind)) => {
    const written = new Map([lot, visitEntity(onDelete)].map((entity) => [entity.name, entity]))
    entities = new Map([...written.values()].map((entity) => [entity.name, withBorrowedFields(entity, written)]))
  }
  const screen = () => resolveScreen(visitScreen, entities)
  const call = (changes: Partial<RecordCall> = {}): RecordCall => ({
    ...{ actor: staff, screen: screen(), entity: 'visit', now, db },
    ...changes,
  })
  const lotCall = () => call({ screen: null, entity: 'lot' })
  const addLot = (lotNo: string, changes: RecordValues = {}) =>
    engine.create(lotCall(), {
      ...{ lotNo, lotName: `品${lotNo}`, companyNo: 'C1', price: 1.5, madeOn: '2026-03-01', isOpen: true },
      ...changes,
    })
  const add = (visitNo: string, changes: RecordValues = {}, actor = staff) =>
    engine.create(call({ actor }), { visitNo, companyNo: 'C1', ...changes })
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return error instanceof ApiError ? error.body : error
  }

  beforeAll(async () => {
    ;({ db, engine, close } = await openEngine(() => entities))
    await runScript(db, lotTable)
  }, 180_000)
  afterAll(() => close())
  beforeEach(async () => {
    use()
    await runScript(db, 'delete from lot; delete from record_document; delete from formula_results;')
  })

  it('a named record shows its fields in lists, conditions, order, totals, groups and single records', async () => {
    await addLot('A')
    await addLot('B', { price: 20, madeOn: '2026-05-01' })
    const first = await add('1', { lotNo: 'B' })
    await add('2', { lotNo: 'A' })
    await add('3')
    const rows = async (changes: object) => (await engine.list(call(), queryOf(changes))).rows
    expect((await rows({})).map((row) => [row['lotNo.lotName'], row['lotNo.price'], row['lotNo.madeOn']])).toEqual([
      ['品B', 20, '2026-05-01'],
      ['品A', 1.5, '2026-03-01'],
      [null, null, null],
    ])
    const numbers = async (changes: object) => (await rows(changes)).map((row) => row.visitNo)
    expect(await numbers({ sort: [{ field: 'lotNo.price', direction: 'asc' }] })).toEqual(['2', '1', '3'])
    expect(await numbers({ filters: [{ field: 'lotNo.lotName', op: 'contains', values: ['品a'] }] })).toEqual(['2'])
    expect(await numbers({ filters: [{ field: 'lotNo.price', op: 'between', values: [2, null] }] })).toEqual(['1'])
    expect((await engine.list(call(), queryOf({}))).totals).toEqual({ 'lotNo.price': 21.5 })
    const report = await engine.report(call(), queryOf({}))
    expect(report.rows.map((row) => [row['lotNo.lotName'], row['lotNo.price']])).toEqual(
      expect.arrayContaining([
        ['品A', 1.5],
        ['品B', 20],
      ]),
    )
    expect(await engine.get(call(), first.id)).toMatchObject({ lotNo: 'B', 'lotNo.lotName': '品B' })
  })

  it('a named record exists, fits the condition and belongs to the same company; what was named before may stay', async () => {
    const lot = await addLot('A')
    await addLot('closed', { isOpen: false })
    await addLot('other', { companyNo: 'C2' })
    expect(await refusal(add('1', { lotNo: 'X' }))).toEqual({ lotNo: '批號「X」不存在，請重新挑選' })
    expect(await refusal(add('1', { lotNo: 'closed' }))).toEqual({ lotNo: '批號「closed」不可選用，請改選其他資料' })
    expect(await refusal(add('1', { lotNo: 'other' }))).toEqual({ lotNo: '批號「other」不存在，請重新挑選' })
    expect(await refusal(add('1', { lines: [{ lot: 'A' }, { lot: 'X' }] }))).toEqual({ 'lines.1.lot': '批號「X」不存在，請重新挑選' })
    expect(await refusal(add('1', { former: '1' }))).toEqual({ former: '前次盤點「1」不存在，請重新挑選' })
    const visit = await add('1', { lotNo: 'A', lines: [{ lot: 'A', count: 1 }] })
    await engine.update(lotCall(), lot.id, 1, { isOpen: false })
    const changed = await engine.update(call(), visit.id, 1, { lines: [{ lot: 'A', count: 2 }] })
    expect(changed).toMatchObject({ rowVersion: 2, lotNo: 'A' })
    expect(await refusal(engine.update(call(), visit.id, 2, { lotNo: 'closed' }))).toEqual({
      lotNo: '批號「closed」不可選用，請改選其他資料',
    })
  })

  it('a merchant neither names nor sees records of another company, whatever is stored', async () => {
    await addLot('A')
    await addLot('B', { companyNo: 'C2' })
    expect(await refusal(add('1', { lotNo: 'A' }, merchant))).toEqual({ lotNo: '批號「A」不存在，請重新挑選' })
    const own = await add('2', { lotNo: 'B' }, merchant)
    await runScript(db, `update record_document set body = body || '{"lotNo": "A"}' where id = ${own.id}`)
    expect(await engine.get(call({ actor: merchant }), own.id)).toMatchObject({ lotNo: 'A', 'lotNo.lotName': null })
    const { choices } = await engine.choices(call({ actor: merchant }), 'lotNo', { search: '', keys: [], merchant: 'C1' })
    expect(choices.map(({ key }) => key)).toEqual(['B'])
  })

  it('a filter offers what the own rows of a merchant name, also what cannot be chosen any more', async () => {
    await addLot('A')
    const lot = await addLot('B', { companyNo: 'C2' })
    await addLot('C', { companyNo: 'C2' })
    await add('1', { lotNo: 'A' })
    await add('2', { lotNo: 'B' }, merchant)
    const strayed = await add('3', { lotNo: 'B' }, merchant)
    await engine.update(lotCall(), lot.id, 1, { isOpen: false })
    const offered = async (actor: Actor) => {
      const { choices } = await engine.choices(call({ actor }), 'filters.lotNo', { search: '', keys: [], merchant: null })
      return choices.map(({ key, label, values }) => [key, label, values])
    }
    expect(await offered(staff)).toEqual([
      ['A', '品A', {}],
      ['B', '品B', {}],
    ])
    expect(await offered(merchant)).toEqual([['B', '品B', {}]])
    await runScript(db, `update record_document set body = body || '{"lotNo": "A"}' where id = ${strayed.id}`)
    await runScript(
      db,
      `update record_document set body = body || '{"companyNo": "C3"}' where entity = 'visit' and body ->> 'visitNo' = '1'`,
    )
    expect([await offered(staff), await offered(merchant)]).toEqual([[['B', '品B', {}]], [['B', '品B', {}]]])
    const { lotName, ...others } = lotEntity(kind).properties
    const closed = { ...(lotName as Property), 'x-read': 'test.lots.name' }
    entities = new Map([...entities, ['lot', { ...lotEntity(kind), properties: { ...others, lotName: closed } }]])
    expect(await offered(staff)).toEqual([['B', null, {}]])
  })

  it('nothing is shown of a field that was masked since, nor of records that belong to nobody any more, while a document is broken', async () => {
    await addLot('A', { companyNo: 'C2' })
    const visit = await add('1', { lotNo: 'A' }, merchant)
    const lot = lotEntity(kind)
    const seen = async () => {
      const { 'lotNo.lotName': name, 'lotNo.price': price } = (await engine.get(call({ actor: merchant }), visit.id)) as RecordValues
      return [name, price]
    }
    const change = (next: Entity) => {
      // The document that names the entity keeps its last good version.
      entities = new Map([...entities, ['lot', next]])
    }
    expect(await seen()).toEqual(['品A', 1.5])
    change({ ...lot, properties: { ...lot.properties, lotName: text('品名', { 'x-mask': 'name' }) } })
    expect(await seen()).toEqual([null, 1.5])
    const { choices } = await engine.choices(call(), 'lotNo', { search: '', keys: ['A'], merchant: null })
    expect(choices).toEqual([{ key: 'A', label: null, values: { 'lotNo.price': 1.5, 'lotNo.madeOn': '2026-03-01' } }])
    const { scope: _lost, ...shared } = lot
    change(shared)
    expect(await seen()).toEqual([null, null])
    expect(await refusal(add('2', { lotNo: 'A' }, merchant))).toEqual({ lotNo: '批號「A」不存在，請重新挑選' })
  })

  it('a record moves to another company only with records of that company', async () => {
    await addLot('A')
    await addLot('B', { companyNo: 'C2' })
    const visit = await add('1', { lotNo: 'A' })
    expect(await refusal(engine.update(call({ screen: null }), visit.id, 1, { companyNo: 'C2' }))).toEqual({
      lotNo: '批號「A」不存在，請重新挑選',
    })
    expect(await engine.update(call({ screen: null }), visit.id, 1, { companyNo: 'C2', lotNo: 'B' })).toMatchObject({ companyNo: 'C2' })
  })

  it('rows show what they name, in every answer, and the name of it', async () => {
    const lot = await addLot('A')
    const shown = { lot: 'A', count: 1, 'lot.madeOn': '2026-03-01', 'lot.lotName': '品A' }
    const visit = await add('1', { lines: [{ lot: 'A', count: 1 }, { count: 2 }] })
    expect(visit.lines).toEqual([shown, { count: 2 }])
    expect((await engine.get(call(), visit.id)).lines).toEqual([shown, { count: 2 }])
    expect((await engine.find(call(), '1')).lines).toEqual([shown, { count: 2 }])
    expect((await engine.list(call(), queryOf({}))).rows.map(({ lines }) => lines)).toEqual([[shown, { count: 2 }]])
    await engine.update(lotCall(), lot.id, 1, { lotName: '改名', madeOn: null })
    expect((await engine.get(call(), visit.id)).lines).toEqual([{ lot: 'A', count: 1, 'lot.lotName': '改名' }, { count: 2 }])
  })

  it('what rows show is never written: not by what is sent, nor into the history', async () => {
    await addLot('A')
    const visit = await add('1', { lines: [{ lot: 'A', count: 1, 'lot.madeOn': '1999-01-01', 'lot.lotName': '假' }] })
    expect(visit.lines).toMatchObject([{ 'lot.madeOn': '2026-03-01', 'lot.lotName': '品A' }])
    const same = await engine.update(call(), visit.id, 1, { lines: visit.lines })
    expect(same.rowVersion).toBe(1)
    const rows = [...(visit.lines as RecordValues[]), { lot: 'A', count: 2 }]
    expect((await engine.update(call(), visit.id, 1, { lines: rows })).rowVersion).toBe(2)
    await engine.update(call({ screen: null }), visit.id, 2, { lines: [...rows, { lot: 'A', count: 3, 'lot.lotName': '假' }] })
    const { rows: stored } = await sql<{ body: RecordValues }>`select body from record_document where id = ${visit.id}`.execute(db)
    expect(stored[0]?.body.lines).toEqual([1, 2, 3].map((count) => ({ lot: 'A', count })))
    expect(JSON.stringify(await engine.history(call(), visit.id))).not.toContain('品A')
    expect(await refusal(engine.update(call(), visit.id, 3, { lines: [{ lot: 'A', 'lot.price': 1 }] }))).toEqual({
      'lines.0': expect.any(String),
    })
  })

  it('rows show nothing of a record of another company, nor of a field that was closed since', async () => {
    await addLot('A')
    await addLot('B', { companyNo: 'C2' })
    const own = await add('1', { lines: [{ lot: 'B' }, { lot: 'B' }] }, merchant)
    await runScript(db, `update record_document set body = jsonb_set(body, '{lines,0,lot}', '"A"') where id = ${own.id}`)
    const seen = async () => (await engine.get(call({ actor: merchant }), own.id)).lines
    expect(await seen()).toEqual([{ lot: 'A' }, { lot: 'B', 'lot.madeOn': '2026-03-01', 'lot.lotName': '品B' }])
    const lot = lotEntity(kind)
    const change = (next: Entity) => {
      entities = new Map([...entities, ['lot', next]])
    }
    change({ ...lot, properties: { ...lot.properties, lotName: text('品名', { 'x-read': 'test.lots.name' }) } })
    expect(await seen()).toEqual([{ lot: 'A' }, { lot: 'B', 'lot.madeOn': '2026-03-01' }])
    const { scope: _lost, ...shared } = lot
    change(shared)
    expect(await seen()).toEqual([{ lot: 'A' }, { lot: 'B' }])
  })

  it('the name of what a row names is for those who can choose or open it; what rows show is for all who see them', async () => {
    await addLot('A')
    const visit = await add('1', { lines: [{ lot: 'A' }] })
    const reader = restrictScreen(screen(), new Set(['test.visits.view', 'test.visits.history']))
    const rows = async (seen: ResolvedScreen | null) => (await engine.get(call({ screen: seen }), visit.id)).lines
    expect(await rows(reader)).toEqual([{ lot: 'A', 'lot.madeOn': '2026-03-01' }])
    expect((await engine.list(call({ screen: reader }), queryOf({}))).rows[0]?.lines).toEqual([{ lot: 'A', 'lot.madeOn': '2026-03-01' }])
    const lots: Screen = { uri: '/_test/lots', title: '批次', entity: 'lot', list: { columns: ['lotNo'], rowActions: ['view'] } }
    const linked = resolveScreen(visitScreen, entities, new Map([visitScreen, lots].map((one) => [one.uri, one])))
    const mayOpen = restrictScreen(linked, new Set(['test.visits.view', 'test.lots.view']))
    expect(await rows(mayOpen)).toEqual([{ lot: 'A', 'lot.madeOn': '2026-03-01', 'lot.lotName': '品A' }])
    expect(await rows(restrictScreen(linked, new Set(['test.visits.view'])))).toEqual([{ lot: 'A', 'lot.madeOn': '2026-03-01' }])
  })

  it('many rows of many records cost as many statements as one row', async () => {
    for (const lotNo of ['A', 'B', 'C']) await addLot(lotNo)
    const statements = async (work: () => Promise<unknown>) => {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      await work()
      const count = spy.mock.calls.length
      spy.mockRestore()
      return count
    }
    const few = await add('1', { lines: [{ lot: 'A' }] })
    const ofFew = [await statements(() => engine.get(call(), few.id)), await statements(() => engine.list(call(), queryOf({})))]
    const many = await add('2', { lines: Array.from({ length: 60 }, (_, index) => ({ lot: ['A', 'B', 'C'][index % 3] })) })
    for (const visitNo of ['3', '4', '5']) await add(visitNo, { lines: [{ lot: 'B' }, { lot: 'C' }] })
    expect([await statements(() => engine.get(call(), many.id)), await statements(() => engine.list(call(), queryOf({})))]).toEqual(ofFew)
  })

  it('nobody removes a record while others name it, also in rows, and by a field of another name', async () => {
    const [first, second] = [await addLot('A'), await addLot('B')]
    const visit = await add('1', { lotNo: 'A', lines: [{ lot: 'B' }] })
    const later = await add('2', { former: '1' })
    const inUse = 'M11'
    const remove = (id: number) => engine.remove(lotCall(), id, 1).catch((error: unknown) => (error as ApiError).code)
    expect([await remove(first.id), await remove(second.id)]).toEqual([inUse, inUse])
    expect(await engine.remove(call(), visit.id, 1).catch((error: unknown) => (error as ApiError).code)).toBe(inUse)
    await engine.remove(call(), later.id, 1)
    await engine.remove(call(), visit.id, 1)
    expect([await remove(first.id), await remove(second.id)]).toEqual([undefined, undefined])
  })

  it('a removed record empties the fields that name it when the document says so, with a line in the history', async () => {
    use('clear')
    const lot = await addLot('A')
    const visit = await add('1', { lotNo: 'A' })
    await engine.remove(lotCall(), lot.id, 1)
    expect(await engine.get(call(), visit.id)).toMatchObject({ lotNo: null, rowVersion: 2 })
    const [line] = await engine.history(call(), visit.id)
    expect(line).toMatchObject({ remark: '批次 A 已刪除', changes: [{ title: '批號', before: 'A', after: '' }] })
  })

  it('a part of a key or name finds records, with the fields that are shown', async () => {
    for (const index of Array.from({ length: 23 }, (_, at) => at)) await addLot(`L${String(index).padStart(2, '0')}`)
    await addLot('closed', { isOpen: false })
    const ask = (question: object, path = 'lotNo') => engine.choices(call(), path, { search: '', keys: [], merchant: null, ...question })
    expect(await ask({ search: '品l07' })).toEqual({
      choices: [{ key: 'L07', label: '品L07', values: { 'lotNo.lotName': '品L07', 'lotNo.price': 1.5, 'lotNo.madeOn': '2026-03-01' } }],
      hasMore: false,
    })
    const all = await ask({})
    expect([all.choices.length, all.hasMore]).toEqual([20, true])
    expect((await ask({ search: 'closed' })).choices).toEqual([])
    expect((await ask({ keys: ['closed'] })).choices.map(({ label }) => label)).toEqual(['品closed'])
    expect((await ask({ merchant: 'C2' })).choices).toEqual([])
    expect((await ask({ search: 'L01' }, 'lines.lot')).choices).toEqual([
      { key: 'L01', label: '品L01', values: { 'lot.madeOn': '2026-03-01', 'lot.price': 1.5 } },
    ])
    expect((await ask({ search: '%' })).choices).toEqual([])
    await expect(ask({}, 'visitNo')).rejects.toMatchObject({ code: 'M08' })
  })

  it('the records that name one are counted, summed and compared in it', async () => {
    if (kind === 'table') return
    const lot = await addLot('A')
    await addLot('B')
    const values = async (lotNo = 'A') => {
      const { visits, counted, fewest, most, lastVisit } = (await engine.find(lotCall(), lotNo)) as RecordValues
      return [visits, counted, fewest, most, lastVisit]
    }
    expect(await values()).toEqual([0, 0, null, null, null])
    const first = await add('1', { lotNo: 'A', count: 3 })
    const later = { ...call(), now: new Date(now.getTime() + 60_000) }
    const second = await engine.create(later, { visitNo: '2', companyNo: 'C1', lotNo: 'A', count: 7, lines: [{ lot: 'B' }] })
    expect([await values(), await values('B')]).toEqual([
      [2, 10, 3, 7, '2'],
      [0, 0, null, null, null],
    ])
    await engine.update(call(), second.id, 1, { lotNo: 'B' })
    expect([await values(), await values('B')]).toEqual([
      [1, 3, 3, 3, '1'],
      [1, 7, 7, 7, '2'],
    ])
    const query = (changes: object) => engine.list(lotCall(), queryOf({ sort: [{ field: 'counted', direction: 'desc' }], ...changes }))
    expect((await query({})).rows.map((row) => row.lotNo)).toEqual(['B', 'A'])
    expect((await query({ filters: [{ field: 'counted', op: 'lte', values: [5] }] })).rows.map((row) => row.lotNo)).toEqual(['A'])
    await engine.remove(call(), first.id, 1)
    expect([await values(), (await engine.history(lotCall(), lot.id)).length]).toEqual([[0, 0, null, null, null], 1])
  })

  it('records of another company do not count, and those stored before their field was a reference do after a job', async () => {
    if (kind === 'table') return
    await addLot('A')
    const { lotNo, ...rest } = visitEntity('refuse').properties
    entities = new Map([...entities, ['visit', { ...visitEntity('refuse'), properties: { ...rest, lotNo: text('批號') } }]])
    const before: RecordCall = { actor: staff, screen: null, entity: 'visit', now, db }
    for (const [visitNo, companyNo] of Object.entries({ 1: 'C1', 2: 'C2' }))
      await engine.create(before, { visitNo, companyNo, lotNo: 'A', count: 1 })
    use()
    const counted = async () => ((await engine.find(lotCall(), 'A')) as RecordValues).visits
    expect([lotNo?.title, await counted()]).toEqual(['批號', 0])
    await refreshStoredResults(db, entities.values(), now, new AbortController().signal)
    expect(await counted()).toBe(1)
  })

  it('a key finds records although they were stored before it was unique', async () => {
    if (kind === 'table') return
    const lot = lotEntity('document')
    use('refuse', { ...lot, properties: { ...lot.properties, lotNo: text('批號') } })
    await addLot('A')
    use()
    const visit = await add('1', { lotNo: 'A' })
    const name = async () => ((await engine.get(call(), visit.id)) as RecordValues)['lotNo.lotName']
    expect(await name()).toBeNull()
    await refreshStoredResults(db, entities.values(), now, new AbortController().signal)
    expect(await name()).toBe('品A')
    await expect(addLot('A')).rejects.toMatchObject({ code: 'M07' })
  })
})
