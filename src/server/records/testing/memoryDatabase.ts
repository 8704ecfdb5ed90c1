import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { databaseOf } from '../../platform/database/databaseOf.ts'
import { LiteSocket } from '../../platform/database/liteSocket.ts'
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

/** Runs several statements at once. */
export async function runScript(db: Database, text: string): Promise<void> {
  await sql.raw(text).execute(db.withoutPlugins())
}
