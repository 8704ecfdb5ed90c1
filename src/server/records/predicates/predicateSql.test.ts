import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../../language/documents/entity.ts'
import type { Predicate } from '../../../language/documents/predicate.ts'
import { evaluate, type PredicateScope } from '../../../language/predicate/predicate.ts'
import type { Database } from '../../platform/database/tables.ts'
import { modelOf } from '../model.ts'
import { createDocumentStorage } from '../storage/documentStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { createTableStorage } from '../storage/tableStorage.ts'
import { columnValue } from '../storage/values.ts'
import { openMemoryDatabase, runScript } from '../testing/memoryDatabase.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { conditionSql } from './rowSides.ts'

const entity: Entity = {
  name: 'sample',
  title: '樣本',
  key: 'text',
  label: 'text',
  table: 'sample',
  readonly: true,
  type: 'object',
  properties: {
    text: { type: 'string' },
    other: { type: 'string' },
    whole: { type: 'integer' },
    decimal: { type: 'number', 'x-decimals': 3 },
    flag: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    list: { type: 'array', items: { type: 'string' } },
    nested: { type: 'object' },
  },
}
const model = modelOf(entity)
const kinds = { table: createTableStorage(model, 'sample'), document: createDocumentStorage(model) } satisfies Record<string, Storage>

const texts = ['', 'a', 'A', 'ab', 'é', 'É', '王小明', '%', '_', '2026-01-01', '2026-02-30', '1', 'true', '\\', "o'x", '😀', '']
const numbers = [0, 1, -1, 1.5, 2, 0.1, 9_999_999_999]
const days = ['2026-01-01', '2026-01-02', '1999-12-31']
const moments = ['2026-01-01T00:00:00.000Z', '2026-01-01T16:00:00.001Z', '2025-12-31T23:59:59.999Z']
const scope: PredicateScope = {
  user: { userName: 'a', userType: '2', companyNo: 'ab', roles: ['a', '1'], permissions: [] },
  now: { date: '2026-01-01', time: '2026-01-01T16:00:00.001Z' },
}

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openMemoryDatabase()
  db = opened.db
  close = opened.close
  await runScript(
    db,
    `create table sample (id bigint primary key, text text, other text, whole bigint, "decimal" numeric(20, 3), flag boolean, day date,
       moment timestamptz, list jsonb, nested jsonb);
     create table record_document (id bigint primary key, entity text, body jsonb);`,
  )
}, 180_000)
afterAll(() => close())

describe('predicateSql', () => {
  it('decides like the predicates of the browser on random rows and predicates, for both kinds of storage', async () => {
    const random = createRandom(20260101)
    const rows = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, ...randomRow(random) }))
    for (const row of rows) await insertRow(row)
    for (let round = 0; round < 1500; round += 1) {
      const predicate = randomPredicate(random, 2)
      const expected = rows.filter((row) => evaluate(predicate, { ...scope, row })).map((row) => row.id)
      for (const [kind, storage] of Object.entries(kinds)) {
        const found = await idsOf(storage, conditionSql(storage, predicate, scope))
        expect({ kind, predicate, found }).toEqual({ kind, predicate, found: expected })
      }
    }
  }, 120_000)

  it('treats a field the entity does not have as missing', async () => {
    expect(await idsOf(kinds.table, conditionSql(kinds.table, { 'row.nothing': { eq: 1 } }, scope))).toEqual([])
    const all = await idsOf(kinds.table, sql`true`)
    expect(await idsOf(kinds.table, conditionSql(kinds.table, { 'row.nothing': { empty: true } }, scope))).toEqual(all)
  })

  it('refuses a test outside the language', () => {
    const predicate = { 'row.text': { matches: '.*' } } as unknown as Predicate
    expect(() => conditionSql(kinds.table, predicate, scope)).toThrow(TypeError)
  })
})

async function idsOf(storage: Storage, condition: RawBuilder<SqlBool>): Promise<number[]> {
  const statement = sql<{ id: number }>`select r.id from ${storage.source.from} where ${condition} order by r.id`
  return (await statement.execute(db.withoutPlugins())).rows.map((row) => row.id)
}

async function insertRow(row: Record<string, unknown>): Promise<void> {
  const fields = [...model.fields.values()].filter((field) => field.name in row)
  await sql`insert into sample (${sql.join(fields.map((field) => sql.id(field.column)))})
    values (${sql.join(fields.map((field) => columnValue(field.kind, row[field.name])))})`.execute(db.withoutPlugins())
  const body = Object.fromEntries(Object.entries(row).filter(([name, value]) => name !== 'id' && value !== null))
  await sql`insert into record_document values (${row.id}, 'sample', ${JSON.stringify(body)}::jsonb)`.execute(db.withoutPlugins())
}

function randomRow(random: Random): Record<string, unknown> {
  const maybe = (value: unknown) => (random.below(4) === 0 ? null : value)
  return {
    text: maybe(random.pick(texts)),
    other: maybe(random.pick(texts)),
    whole: maybe(Math.trunc(random.pick(numbers))),
    decimal: maybe(random.pick(numbers)),
    flag: maybe(random.below(2) === 0),
    day: maybe(random.pick(days)),
    moment: maybe(random.pick(moments)),
    list: maybe(Array.from({ length: random.below(3) }, () => random.pick([...texts, 1, true]))),
    nested: maybe({ inner: random.pick([null, '', 'a', 1, true, ['a'], []]), deep: { value: random.pick([...numbers, ...days]) } }),
  }
}

const paths = [
  ...Object.keys(entity.properties).map((name) => `row.${name}`),
  'row.nested.inner',
  'row.nested.deep.value',
  'row.text.length',
  'user.companyNo',
  'user.roles',
  'now.date',
  'now.time',
  'form.nothing',
]

function randomPredicate(random: Random, depth: number): Predicate {
  const some = () => Array.from({ length: 1 + random.below(3) }, () => randomPredicate(random, depth - 1))
  if (depth > 0 && random.below(3) === 0)
    return random.pick<Predicate>([{ $any: some() }, { $all: some() }, { $not: some()[0] as Predicate }])
  return { [random.pick(paths)]: randomTest(random) } as Predicate
}

function randomTest(random: Random): Record<string, unknown> {
  const scalar = () => random.pick<unknown>([...texts, ...numbers, ...days, ...moments, true, false])
  const operand = () => (random.below(4) === 0 ? { path: random.pick(paths) } : scalar())
  const name = random.pick(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'has', 'in', 'nin', 'between', 'empty'])
  if (name === 'empty') return { empty: random.below(2) === 0 }
  if (name === 'between') return { between: [operand(), operand()] }
  if (name === 'in' || name === 'nin') return { [name]: Array.from({ length: 1 + random.below(3) }, scalar) }
  return { [name]: operand() }
}
