import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyCatalog } from '../../../language/catalog/catalog.ts'
import type { OptionPlace } from '../../../language/conversion/steps.ts'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { createRecordTables, openMemoryDatabase } from '../../records/testing/memoryDatabase.ts'
import { moveColumn } from './moveColumn.ts'
import { moveEntity } from './moveEntity.ts'
import { moveField } from './moveField.ts'
import { moveOption } from './moveOption.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openMemoryDatabase(createRecordTables))
}, 180_000)
afterAll(() => close())
beforeEach(() => run('delete from record_document; delete from change_request'))

const run = (text: string) =>
  Promise.all(text.split('; ').map((statement) => sql.raw<Record<string, unknown>>(statement).execute(db.withoutPlugins())))
const read = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db.withoutPlugins())).rows

async function store(id: number, body: object, entity = 'part') {
  await sql`insert into record_document (id, entity, body) values (${id}, ${entity}, ${JSON.stringify(body)}::jsonb)`.execute(db)
}
const bodies = async () => (await read('select body from record_document order by id')).map(({ body }) => body)

const rename = { kind: 'field', owner: 'part', former: 'no', name: 'partNo', title: '料號' } as const
const move = () => transact(db, (trx) => moveField(trx, rename, emptyCatalog))

describe('a field that gets another name', () => {
  it('a field that gets another name moves its values; what the former document wrote meanwhile is newer; other entities keep theirs', async () => {
    await store(1, { no: 'A', size: 1 })
    await store(2, { no: 'new', partNo: 'old' })
    await store(3, { size: 1 })
    await store(4, { no: 'B' }, 'other')
    expect(await move()).toBe(2)
    expect(await bodies()).toEqual([{ partNo: 'A', size: 1 }, { partNo: 'new' }, { size: 1 }, { no: 'B' }])
    expect(await move()).toBe(0)
  })

  it('a field that gets another name stays unique, alone and with others', async () => {
    await store(1, { no: 'A', shop: 'S' })
    await run(
      `insert into record_document_unique values ('part', 'no', '["A"]', 1), ('part', 'shop,no', '["S","A"]', 1), ('part', 'nos', '["x"]', 1)`,
    )
    await move()
    const names = await read('select constraint_name as name from record_document_unique order by 1')
    expect(names.map(({ name }) => name)).toEqual(['nos', 'partNo', 'shop,partNo'])
  })

  it('a field that gets another name still refers to what it names, in rows too', async () => {
    await store(1, { no: 'A' })
    await run(
      `insert into record_reference values (1, 'no', 'lot', 'L1', 'part'), (1, 'no.lotNo', 'lot', 'L2', 'part'), (1, 'nos', 'lot', 'L3', 'part')`,
    )
    await move()
    expect((await read('select field from record_reference order by named_key')).map(({ field }) => field)).toEqual([
      'partNo',
      'partNo.lotNo',
      'nos',
    ])
  })

  it('a change that waits names the field by its new name, in its place; a decided one stays as it was told', async () => {
    const changes = [
      { field: 'size', value: 1 },
      { field: 'no', value: 'B' },
    ]
    for (const [index, status] of ['1', '2', '3'].entries())
      await sql`insert into change_request (change_no, entity, record_id, record_label, changes, effective_date, status, submitted_by, submitted_at)
        values (${`R${index}`}, 'part', ${index}, 'A', ${JSON.stringify(changes)}::jsonb, '2026-01-01', ${status}, 'amy', now())`.execute(
        db,
      )
    await move()
    const fields = await read(`select string_agg(c ->> 'field', ' ' order by n) as fields from change_request,
      jsonb_array_elements(changes) with ordinality as t (c, n) group by change_no order by change_no`)
    expect(fields.map((row) => row.fields)).toEqual(['size partNo', 'size partNo', 'size no'])
  })
})

describe('what counts on with a field or an entity that gets another name', () => {
  it('automatic numbers go on where they were, under the name of the field and of the entity', async () => {
    await run(
      `delete from number_series; insert into number_series values ('part.no', 'P#', 7), ('part.not', 'P#', 1), ('parts.no', 'P#', 2)`,
    )
    await move()
    await transact(db, (trx) => moveEntity(trx, { kind: 'entity', owner: '', former: 'part', name: 'item', title: '料' }))
    const series = await read('select series, last_number::int as last from number_series order by series')
    expect(series).toEqual([
      { series: 'item.not', last: 1 },
      { series: 'item.partNo', last: 7 },
      { series: 'parts.no', last: 2 },
    ])
  })

  it('nobody is told of a date twice because its field is called otherwise', async () => {
    await store(1, { no: '2026-01-01' })
    await run(`insert into notice_date values (1, 'no 2026-01-01', now()), (1, 'not 2026-01-01', now())`)
    await move()
    const told = await read('select occasion from notice_date order by 1')
    expect(told.map(({ occasion }) => occasion)).toEqual(['not 2026-01-01', 'partNo 2026-01-01'])
  })

  it('a value that two processes stored as unique meanwhile does not stop the move', async () => {
    await store(1, { no: 'A' }, 'item')
    await store(2, { no: 'A' })
    await run(`insert into record_document_unique values ('item', 'no', '["A"]', 1), ('part', 'no', '["A"]', 2)`)
    await transact(db, (trx) => moveEntity(trx, { kind: 'entity', owner: '', former: 'part', name: 'item', title: '料' }))
    expect(await read('select record_id::int as id from record_document_unique')).toEqual([{ id: 1 }])
    expect((await read(`select id from record_document where entity = 'item'`)).length).toBe(2)
  })
})

describe('a column of rows that gets another name', () => {
  const step = { kind: 'column', owner: 'part.lines', entity: 'part', field: 'lines', former: 'n', name: 'count', title: '數' } as const

  it.each<[object, object]>([
    [{ lines: [{ n: 1, x: 2 }, {}, { n: null }] }, { lines: [{ count: 1, x: 2 }, {}, { count: null }] }],
    [{ lines: [{ n: 1, count: 9 }] }, { lines: [{ count: 1 }] }],
    [{ lines: { n: 1 } }, { lines: { count: 1 } }],
    [{ lines: ['n'] }, { lines: ['n'] }],
    [{ lines: null }, { lines: null }],
    [{ n: 1 }, { n: 1 }],
  ])('%j becomes %j', async (before, after) => {
    await store(1, before)
    await transact(db, (trx) => moveColumn(trx, step))
    expect(await bodies()).toEqual([after])
  })
})

describe('an option that gets another key', () => {
  it.each<[OptionPlace, object, object]>([
    [{ entity: 'part', field: 'kind' }, { kind: '1' }, { kind: 'A' }],
    [{ entity: 'part', field: 'kinds' }, { kinds: ['2', '1'] }, { kinds: ['2', 'A'] }],
    [
      { entity: 'part', field: 'lines', column: 'kind' },
      { lines: [{ kind: '2' }, { kind: '1', n: 1 }, {}] },
      { lines: [{ kind: '2' }, { kind: 'A', n: 1 }, {}] },
    ],
    [{ entity: 'part', field: 'lines', column: 'kinds' }, { lines: [{ kinds: ['1'] }] }, { lines: [{ kinds: ['A'] }] }],
    [{ entity: 'part', field: 'kind' }, { kind: '11' }, { kind: '11' }],
    [{ entity: 'part', field: 'kind' }, { other: '1' }, { other: '1' }],
  ])('moves %j of %j', async (place, before, after) => {
    await store(1, before)
    const option = { kind: 'option', owner: 'Kind', former: '1', name: 'A', title: '甲', places: [place] } as const
    expect(await transact(db, (trx) => moveOption(trx, option, emptyCatalog))).toBe(
      JSON.stringify(before) === JSON.stringify(after) ? 0 : 1,
    )
    expect(await bodies()).toEqual([after])
  })
})
