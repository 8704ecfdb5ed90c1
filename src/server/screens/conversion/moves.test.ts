import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyCatalog } from '../../../language/catalog.ts'
import type { OptionPlace } from '../../../language/conversion/steps.ts'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { createRecordTables, openMemoryDatabase } from '../../records/testing/memoryDatabase.ts'
import { moveField } from './moveField.ts'
import { moveOption } from './moveOption.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openMemoryDatabase())
  await createRecordTables(db)
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
    expect(fields.map((row) => row['fields'])).toEqual(['size partNo', 'size partNo', 'size no'])
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
    expect(await transact(db, (trx) => moveOption(trx, option))).toBe(JSON.stringify(before) === JSON.stringify(after) ? 0 : 1)
    expect(await bodies()).toEqual([after])
  })
})
