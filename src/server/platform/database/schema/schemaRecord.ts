import { sql } from 'kysely'
import { StartError } from '../../environment.ts'
import type { Trx } from '../tables.ts'
import type { ObjectPlan, StoredObject } from './planObjects.ts'
import type { Migration } from './schemaFiles.ts'

/** What a database records about the history of its schema. */
export interface SchemaRecord {
  /** Checksums of the applied migrations, by name. */
  readonly migrations: ReadonlyMap<string, string>
  readonly objects: ReadonlyMap<string, StoredObject>
  /** The highest release of functions, views and triggers; 0 when there was none. */
  readonly release: number
}

/** An applied migration was edited, so the database differs from what the code expects. */
class ChangedMigrationError extends StartError {
  constructor(name: string) {
    super(`資料庫更新檔 ${name} 在套用之後被修改過。請還原該檔案；若為開發中的資料庫，可刪除資料夾 data 後重新啟動。`)
    this.name = 'ChangedMigrationError'
  }
}

/** The database was made by a version older than the first migration that still exists, so it cannot be upgraded. */
export class TooOldDatabaseError extends StartError {
  constructor() {
    super(
      '這個資料庫由正式版之前的開發版本建立，無法升級沿用，請改用空的資料庫後重新啟動：' +
        '內建資料庫請刪除或搬走 DATA_DIR 資料夾（預設為 data），PostgreSQL 請將 DATABASE_URL 指向新建的資料庫。',
    )
    this.name = 'TooOldDatabaseError'
  }
}

/**
 * Reads the record; creates it in an empty database.
 *
 * @throws TooOldDatabaseError
 * @throws ChangedMigrationError when the applied migrations are not the first ones of `migrations`
 */
export async function openSchemaRecord(trx: Trx, migrations: readonly Migration[]): Promise<SchemaRecord> {
  await createTables(trx)
  const applied = await trx.selectFrom('schemaMigration').select(['name', 'checksum']).execute()
  const objects = await trx.selectFrom('schemaObject').select(['name', 'kind', 'target', 'head', 'checksum']).execute()
  const release = await trx.selectFrom('schemaRelease').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst()
  const record = {
    migrations: new Map(applied.map(({ name, checksum }) => [name, checksum])),
    objects: new Map(objects.map((object) => [object.name, object])),
    release: release?.number ?? 0,
  }
  assertSameMigrations(record.migrations, migrations)
  return record
}

/** Looks first whether the tables exist, because the server's own role may not run CREATE TABLE, not even with IF NOT EXISTS. */
async function createTables(trx: Trx): Promise<void> {
  const { rows } = await sql<{ migration: string | null; object: string | null }>`
    select to_regclass('schema_migration')::text as migration, to_regclass('schema_object')::text as object`.execute(trx)
  if (rows[0]?.object) return
  if (rows[0]?.migration) throw new TooOldDatabaseError()
  await sql
    .raw(`
    create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    create table schema_object (name text primary key, kind text not null, target text not null, head text, checksum text not null,
      applied_at timestamptz not null default now());
    create table schema_release (number int primary key, applied_at timestamptz not null default now())`)
    .execute(trx)
}

function assertSameMigrations(applied: SchemaRecord['migrations'], migrations: readonly Migration[]): void {
  const first = migrations[0]?.name ?? ''
  // Files are only added at the end, so a migration that sorts before the first file is older than all of them.
  if ([...applied.keys()].some((name) => name < first)) throw new TooOldDatabaseError()
  for (const { name, checksum } of migrations) {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum) throw new ChangedMigrationError(name)
  }
}

export async function recordMigration(trx: Trx, { name, checksum }: Migration): Promise<void> {
  await trx.insertInto('schemaMigration').values({ name, checksum, appliedAt: sql<Date>`now()` }).execute()
}

export async function recordObjects(trx: Trx, { gone, makes }: Pick<ObjectPlan, 'gone' | 'makes'>): Promise<void> {
  const names = [...gone, ...makes.map(({ name }) => name)]
  if (names.length > 0) await trx.deleteFrom('schemaObject').where('name', 'in', names).execute()
  const rows = makes.map(({ name, kind, target, head, checksum }) => ({ name, kind, target, head, checksum, appliedAt: sql<Date>`now()` }))
  if (rows.length > 0) await trx.insertInto('schemaObject').values(rows).execute()
}

export async function recordRelease(trx: Trx, number: number): Promise<void> {
  await trx
    .insertInto('schemaRelease')
    .values({ number, appliedAt: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
