import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { databaseOf } from '../../platform/database/databaseOf.ts'
import { LiteSocket } from '../../platform/database/liteSocket.ts'
import { makeStatement } from '../../platform/database/schema/planObjects.ts'
import { readSchemaFiles } from '../../platform/database/schema/schemaFiles.ts'
import type { Database } from '../../platform/database/tables.ts'
import { typeParsers } from '../../platform/database/typeParsers.ts'

/** Opens a database in memory for the unit tests of this folder, without migrations. Each test file opens its own. */
export async function openMemoryDatabase(): Promise<{ db: Database; close(): Promise<void> }> {
  const engine = await PGlite.create()
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
      await engine.close()
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
