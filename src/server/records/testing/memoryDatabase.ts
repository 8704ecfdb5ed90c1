import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { databaseOf } from '../../platform/database/databaseOf.ts'
import { LiteSocket } from '../../platform/database/liteSocket.ts'
import { makeStatement } from '../../platform/database/schema/planObjects.ts'
import { readSchemaFiles } from '../../platform/database/schema/schemaFiles.ts'
import { SnapshotFiles } from '../../platform/database/snapshotFiles.mjs'
import type { Database } from '../../platform/database/tables.ts'
import { typeParsers } from '../../platform/database/typeParsers.ts'
import { madeOnce } from './madeOnce.ts'

/** An open database in memory. */
export interface MemoryDatabase {
  readonly db: Database
  close(): Promise<void>
}

/**
 * What a database holds when a test gets it. The functions are constants: databases that one of them prepared are alike, and its name is that
 * of their template.
 */
type Prepare = (db: Database) => Promise<void>

/**
 * Databases as they were made once in this process. Each test begins with a copy, because a copy takes a fraction of the time: making an
 * empty one takes the engine seconds, and so do all migrations.
 */
const templates = new Map<Prepare, Promise<Uint8Array>>()

/**
 * Opens a database in memory for unit tests, without tables, or with what `prepare` makes. Each test file opens its own, in which nothing of
 * another is seen.
 */
export async function openMemoryDatabase(prepare: Prepare = nothing): Promise<MemoryDatabase> {
  const fs = new SnapshotFiles(Uint8Array.from(await templateOf(prepare)))
  return overEngine(await PGlite.create({ fs, startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }))
}

async function nothing(): Promise<void> {}

/** The template, of the folder that the parts of one `npm test` share where there is one. */
function templateOf(prepare: Prepare): Promise<Uint8Array> {
  const { TEST_TEMPLATES: folder } = process.env
  const template = templates.get(prepare) ?? (folder ? snapshotOf(folder, prepare).then((file) => readFile(file)) : makeTemplate(prepare))
  templates.set(prepare, template)
  return template
}

/** The file of a template in a folder, which is made unless another process did. */
async function snapshotOf(folder: string, prepare: Prepare): Promise<string> {
  const name = `memory_${prepare.name}`
  const file = join(folder, `${name}.tar`)
  await madeOnce(folder, name, async () => writeFile(file, await makeTemplate(prepare)))
  return file
}

/** The file of an empty database in a folder. */
export const emptySnapshot = (folder: string): Promise<string> => snapshotOf(folder, nothing)

/**
 * Statements, one by one, that leave out of a template what every copy would read for nothing: a log to repeat, files that the log would
 * come to use, of which each round takes one away, and databases that no connection is for. They are half of it.
 */
export const shortenings: readonly string[] = [
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  'drop database if exists template0',
  'drop database if exists template1',
  'set wal_recycle = off',
  ...Array.from({ length: 4 }, () => ['select pg_switch_wal()', 'checkpoint']).flat(),
]

/** Empty ones are made by the engine, which takes it seconds; all others begin with an empty one. */
async function makeTemplate(prepare: Prepare): Promise<Uint8Array> {
  const engine = await PGlite.create(prepare === nothing ? {} : { fs: new SnapshotFiles(Uint8Array.from(await templateOf(nothing))) })
  const { db, close } = overEngine(engine, { isKept: true })
  await prepare(db)
  await close()
  for (const statement of shortenings) await engine.exec(statement)
  const template = await engine.dumpDataDir('none')
  await engine.close()
  return new Uint8Array(await template.arrayBuffer())
}

/** @param isKept whether the engine goes on when the database over it is closed */
function overEngine(engine: PGlite, { isKept = false } = {}): MemoryDatabase {
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    types: typeParsers,
    stream: () => new LiteSocket((bytes) => engine.execProtocolRaw(bytes)),
  })
  const db = databaseOf(pool)
  return {
    db,
    async close() {
      await db.destroy()
      if (!isKept) await engine.close()
    },
  }
}

/** Migrations that the records of any entity need, besides their own tables. Add a new one here if it changes these tables. */
const recordMigrations: ReadonlySet<string> = new Set([
  '0101_platform.sql',
  '0103_records.sql',
  '0290_formula_results.sql',
  '0291_record_reference.sql',
  '0293_conversions.sql',
  '0294_notices.sql',
  '0297_renamed_entities.sql',
])
const recordObjects: ReadonlySet<string> = new Set([
  'next_number',
  'insert_only',
  'refuse_change',
  'record_history_insert_only',
  'record_change_insert_only',
])

/** Creates the tables that records of any entity need, and those of their histories. */
export async function createRecordTables(db: Database): Promise<void> {
  const { migrations, objects } = await readSchemaFiles()
  const scripts = [
    ...objects.all.filter(({ isBeforeTables }) => isBeforeTables).map(makeStatement),
    ...migrations.filter(({ name }) => recordMigrations.has(name)).map(({ text }) => text),
    ...objects.all.filter(({ name }) => recordObjects.has(name)).map(makeStatement),
  ]
  await runScript(db, scripts.join('\n'))
}

/** Runs a text of several statements. */
export async function runScript(db: Database, text: string): Promise<void> {
  await sql.raw(text).execute(db.withoutPlugins())
}
