import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { databaseOf } from '../../platform/database/databaseOf.ts'
import { LiteSocket } from '../../platform/database/liteSocket.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import type { Database } from '../../platform/database/tables.ts'
import { typeParsers } from '../../platform/database/typeParsers.ts'

/** A database in memory for the unit tests of this folder, without migrations; each test file opens its own. */
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

/** The tables that records of any entity need: the migrations of the platform and of records, and what a later one adds to histories. */
export async function createRecordTables(db: Database): Promise<void> {
  for (const migration of await readMigrations()) if (/^000[13]_/.test(migration.name)) await runScript(db, migration.text)
  await runScript(db, 'alter table record_history add column company_no text, add column record_no text, add column record_label text;')
}

/** Runs several statements at once. */
export async function runScript(db: Database, text: string): Promise<void> {
  await sql.raw(text).execute(db.withoutPlugins())
}
