import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '../environment.ts'
import { projectRoot } from '../projectRoot.ts'
import type { Database, Trx } from './tables.ts'
import { transact } from './transact.ts'

/** One numbered file; `checksum` is the SHA-256 of its text. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

declare module './tables.ts' {
  interface Tables {
    schemaMigration: { name: string; checksum: string; appliedAt: Date }
  }
}

/** Any fixed number: all processes of this product on one database take turns by it. */
const migrationLock = 7_203_110
const fileNamePattern = /^\d{4}_[a-z0-9_]+\.sql$/

/** Reads the numbered SQL files in order. Two files with one number would run in a random order, so that is refused. */
export async function readMigrations(folder: string = join(projectRoot, 'src/server/migrations')): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = name.slice(0, 4)
    if (!fileNamePattern.test(name)) throw new Error(`migration ${name}: expected NNNN_name.sql`)
    if (numbers.has(number)) throw new Error(`migration number ${number} is used twice`)
    numbers.add(number)
  }
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readFile(join(folder, name), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/** Held until the transaction ends. */
export async function lockMigrations(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
}

async function prepare(db: Database): Promise<void> {
  await transact(db, async (trx) => {
    await lockMigrations(trx)
    // Asked first: the server's own role may not create tables, also not one that exists.
    const { rows } = await sql`select where to_regclass('schema_migration') is null`.execute(trx)
    if (rows.length === 0) return
    await sql`create table schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(trx)
  })
}

/** Applies one file unless it was applied; the lock ends with the transaction, so a crash leaves nothing behind. */
async function apply(db: Database, migration: Migration): Promise<boolean> {
  return transact(db, async (trx) => {
    await lockMigrations(trx)
    const applied = await trx.selectFrom('schemaMigration').select('checksum').where('name', '=', migration.name).executeTakeFirst()
    if (applied && applied.checksum !== migration.checksum) throw new ChangedMigrationError(migration.name)
    if (applied) return false
    await sql.raw(migration.text).execute(trx)
    await trx
      .insertInto('schemaMigration')
      .values({ name: migration.name, checksum: migration.checksum, appliedAt: sql<Date>`now()` })
      .execute()
    return true
  })
}

/** An applied migration was edited: the database no longer is what the code believes. */
export class ChangedMigrationError extends StartError {
  constructor(name: string) {
    super(`資料庫更新檔 ${name} 在套用之後被修改過。請還原該檔案；若為開發中的資料庫，可刪除資料夾 data 後重新啟動。`)
    this.name = 'ChangedMigrationError'
  }
}

/**
 * Brings the database to the state of the code: forward only, in order, one transaction per file, safe with several processes.
 *
 * @returns names of the files applied by this call
 */
export async function migrate(db: Database, migrations?: readonly Migration[]): Promise<readonly string[]> {
  await prepare(db)
  const applied: string[] = []
  for (const migration of migrations ?? (await readMigrations())) {
    if (await apply(db, migration)) applied.push(migration.name)
  }
  return applied
}
