import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { type Migration, readSchemaFiles, type SchemaFiles } from '../../src/server/platform/database/schema/schemaFiles.ts'
import { TooOldDatabaseError } from '../../src/server/platform/database/schema/schemaRecord.ts'
import { inOrder, parseSqlObject } from '../../src/server/platform/database/schema/sqlObject.ts'
import { openEmpty } from '../support/testDatabases.ts'

let database: OpenDatabase

beforeAll(async () => {
  database = await openEmpty(inject('testRun'), 'schema')
})

beforeEach(() => read('drop schema public cascade; create schema public'))

afterAll(() => database.close())

const tables = (number: string, text: string): Migration => ({ name: `${number}_tables.sql`, text, checksum: text })

/** The schema files of one version of the code; objects by name. */
function version(release: number, migrations: readonly Migration[], texts: Readonly<Record<string, string>>): SchemaFiles {
  const all = inOrder(Object.entries(texts).map(([name, text]) => parseSqlObject(`${name}.sql`, text)))
  return { migrations, objects: { release, all } }
}

const stock = tables(
  '0301',
  `create table stock (id int primary key default next_id(), on_hand int not null);
   create table told (what text)`,
)
const objects = {
  next_id: `-- before tables: ids come from it.
    create function next_id() returns int language sql as $$ select 7 $$;`,
  doubled: 'create function doubled(n int) returns int language sql as $$ select n * 2 $$;',
  stock_list: 'create view stock_list as select s.*, doubled(s.on_hand) as twice from stock s;',
  stock_sum: 'create view stock_sum as select sum(twice) as total from stock_list;',
  tell: `create function tell() returns trigger language plpgsql as $$
    begin insert into told values ('changed'); return null; end $$;`,
  stock_told: 'create trigger stock_told after insert or update on stock for each row execute function tell();',
}
const first = version(1, [stock], objects)

const change = (files: SchemaFiles) => migrate(database.db, { files })
const read = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(database.db)).rows
const oidOf = async (name: string) => (await read(`select oid::int from pg_proc where proname = '${name}'`))[0]?.oid

describe('an empty database', () => {
  it('gets tables and objects, what tables need before them and what needs them after', async () => {
    expect(await change(first)).toEqual(['0301_tables.sql', 'next_id', 'doubled', 'stock_list', 'stock_sum', 'tell', 'stock_told'])
    await read('insert into stock (on_hand) values (3)')
    expect(await read('select id, twice, total from stock_list, stock_sum, told')).toEqual([{ id: 7, twice: 6, total: 6 }])
    expect(await change(first)).toEqual([])
  })

  it('an empty database stays empty when one object fails, and is told which', async () => {
    const broken = version(1, [stock], { ...objects, stock_sum: 'create view stock_sum as select sum(thrice) as total from stock_list;' })
    await expect(change(broken)).rejects.toThrow('stock_sum.sql: column "thrice" does not exist')
    expect(await read(`select to_regclass('stock') as stock, to_regclass('schema_object') as record`)).toEqual([
      { stock: null, record: null },
    ])
  })

  it('an empty database is changed once by processes that start together', async () => {
    const applied = await Promise.all([change(first), change(first), change(first)])
    expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 7])
  })
})

describe('an object', () => {
  beforeEach(() => change(first))

  it('an object that is a function stays where it is when only its body changes', async () => {
    const oid = await oidOf('doubled')
    const next = version(2, [stock], { ...objects, doubled: objects.doubled.replace('n * 2', 'n + n') })
    expect(await change(next)).toEqual(['doubled'])
    expect(await oidOf('doubled')).toBe(oid)
    expect(await read('select doubled(4)')).toEqual([{ doubled: 8 }])
  })

  it('an object is made anew with what is built on it when more than its body changes', async () => {
    const doubled = 'create function doubled(n int) returns bigint language sql as $$ select n * 2::bigint $$;'
    expect(await change(version(2, [stock], { ...objects, doubled }))).toEqual(['doubled', 'stock_list', 'stock_sum'])
    await read('insert into stock (on_hand) values (5)')
    expect(await read('select pg_typeof(total)::text as type, total from stock_sum')).toEqual([{ type: 'numeric', total: 10 }])
  })

  it('an object that is a view may lose a column, also one that others had used', async () => {
    const next = version(2, [stock], {
      ...objects,
      stock_list: 'create view stock_list as select s.on_hand from stock s;',
      stock_sum: 'create view stock_sum as select sum(on_hand) as total from stock_list;',
    })
    expect(await change(next)).toEqual(['stock_list', 'stock_sum'])
    expect(await read('select * from stock_sum')).toEqual([{ total: null }])
  })

  it('an object that is a trigger fires as it is written now', async () => {
    const stock_told = 'create trigger stock_told after insert on stock for each row when (new.on_hand > 5) execute function tell();'
    expect(await change(version(2, [stock], { ...objects, stock_told }))).toEqual(['stock_told'])
    await read('insert into stock values (1, 5), (2, 6)')
    expect(await read('select * from told')).toEqual([{ what: 'changed' }])
  })

  it('an object is dropped when its file is gone, with its trigger, and leaves nothing behind', async () => {
    const { tell: _, stock_told: __, stock_sum: ___, ...left } = objects
    expect(await change(version(2, [stock], left))).toEqual([])
    await read('insert into stock (on_hand) values (1)')
    expect(await read('select * from told')).toEqual([])
    expect(await oidOf('tell')).toBeUndefined()
    expect(await read('select name from schema_object order by name')).toEqual([
      { name: 'doubled' },
      { name: 'next_id' },
      { name: 'stock_list' },
    ])
  })

  it('an object may become one of another kind', async () => {
    const doubled = 'create view doubled as select 2 as factor;'
    const stock_list = 'create view stock_list as select s.on_hand * d.factor as twice from stock s, doubled d;'
    expect(await change(version(2, [stock], { ...objects, doubled, stock_list }))).toEqual(['doubled', 'stock_list', 'stock_sum'])
    expect(await oidOf('doubled')).toBeUndefined()
  })
})

describe('a migration', () => {
  beforeEach(() => change(first))

  it('a migration may change columns under views, which have them afterwards', async () => {
    const more = tables('0302', 'alter table stock add column place text; alter table stock alter column on_hand type smallint')
    expect(await change(version(1, [stock, more], objects))).toEqual(['0302_tables.sql', 'stock_list', 'stock_sum'])
    await read(`insert into stock values (1, 2, 'shelf')`)
    expect(await read('select * from stock_list')).toEqual([{ id: 1, onHand: 2, place: 'shelf', twice: 4 }])
  })

  it('a migration that makes a table anew gets back what went with it', async () => {
    const text_of = 'create function text_of(s stock) returns text language sql as $$ select s.id::text $$;'
    const files = { ...objects, text_of }
    await change(version(2, [stock], files))
    const anew = tables('0302', 'drop table stock cascade; create table stock (id int primary key, on_hand int not null)')
    await change(version(3, [stock, anew], files))
    await read('insert into stock values (1, 1)')
    expect(await read('select text_of(s), t.what from stock s, told t')).toEqual([{ textOf: '1', what: 'changed' }])
  })

  it('a migration that fails leaves the objects as they were', async () => {
    const bad = tables('0302', 'drop table told; select 1 / 0')
    await expect(change(version(2, [stock, bad], objects))).rejects.toThrow('division by zero')
    await read('insert into stock (on_hand) values (2)')
    expect(await read('select total, what from stock_sum, told')).toEqual([{ total: 4, what: 'changed' }])
  })

  it('a migration that was edited after it ran is refused', async () => {
    await expect(change(version(1, [{ ...stock, checksum: 'other' }], objects))).rejects.toThrow('0301_tables.sql')
  })
})

describe('a server of the version before', () => {
  it('starts beside a newer one and takes nothing back', async () => {
    await change(first)
    const next = version(2, [stock], {
      ...objects,
      doubled: objects.doubled.replace('* 2', '* 3'),
      extra: 'create view extra as select 1 as one;',
    })
    await change(next)
    expect(await change(first)).toEqual([])
    expect(await read('select doubled(1), one from extra')).toEqual([{ doubled: 3, one: 1 }])
    expect(await change(next)).toEqual([])
  })

  it('a server of the version before takes nothing back after a migration that it does not know either', async () => {
    await change(first)
    const more = tables('0302', 'alter table stock add column place text')
    await change(version(2, [stock, more], { ...objects, stock_sum: 'create view stock_sum as select place from stock_list;' }))
    expect(await change(first)).toEqual([])
    expect(await read('select place from stock_sum')).toEqual([])
  })
})

describe('a database from before the present migrations', () => {
  it('a database from before the present migrations is told so in one sentence that says what to do', async () => {
    await read(
      'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    await read(`insert into schema_migration (name, checksum) values ('0001_platform.sql', 'x')`)
    const refusal = await change(await readSchemaFiles()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TooOldDatabaseError)
    expect((refusal as Error).message).toMatch(/^[^。]*無法升級沿用，請改用空的資料庫[^。]*。$/)
    expect(await read(`select to_regclass('company') as company`)).toEqual([{ company: null }])
  })

  it('a database from before the present migrations is told so after a later squash as well', async () => {
    await change(first)
    await expect(change(version(1, [{ ...stock, name: '0401_tables.sql' }], objects))).rejects.toThrow(TooOldDatabaseError)
  })
})

it('all files of the product make a database, once', async () => {
  const files = await readSchemaFiles()
  expect(await change(files)).toHaveLength(files.migrations.length + files.objects.all.length)
  expect(await change(files)).toEqual([])
})
