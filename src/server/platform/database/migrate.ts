import { sql } from 'kysely'
import { makeStatement, planObjects } from './schema/planObjects.ts'
import { type Migration, readSchemaFiles, type SchemaFiles, type SqlObjects } from './schema/schemaFiles.ts'
import { openSchemaRecord, recordMigration, recordObjects, recordRelease, type SchemaRecord } from './schema/schemaRecord.ts'
import type { SqlObject } from './schema/sqlObject.ts'
import type { Database, Trx } from './tables.ts'
import { transactWithRetry } from './transactWithRetry.ts'

/** Any fixed number. All processes of this product on one database use it as a lock. */
const migrationLock = 7_203_110

interface MigrateOptions {
  /** Default: the files of this version of the code. */
  readonly files?: SchemaFiles | undefined
  /** Role of the server, which gets its rights when another role, the owner, changes the schema. */
  readonly serverRole?: string | null
}

/**
 * Brings the database to the state of the code: tables by migrations, which only go forward; functions, views and triggers by their current
 * text. Everything including grants is one transaction. So running servers never see a half-changed schema, and of several processes that
 * start together only one changes it.
 *
 * @returns names of the files that this call applied: migrations, then objects
 * @throws StartError when no migration leads from this database to the code
 */
export async function migrate(db: Database, { files, serverRole = null }: MigrateOptions = {}): Promise<readonly string[]> {
  const schema = files ?? (await readSchemaFiles())
  return transactWithRetry(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
    const record = await openSchemaRecord(trx, schema.migrations)
    const pending = schema.migrations.filter(({ name }) => !record.migrations.has(name))
    const isOlder = pending.length === 0 && schema.objects.release < record.release
    const made = isOlder ? [] : await apply(trx, record, pending, schema.objects)
    if (serverRole !== null) await sql`select grant_server_role(${serverRole})`.execute(trx)
    return [...pending, ...made].map(({ name }) => name)
  })
}

async function apply(trx: Trx, record: SchemaRecord, pending: readonly Migration[], objects: SqlObjects): Promise<readonly SqlObject[]> {
  const { drops, gone, makes } = planObjects(objects.all, record.objects, pending.length > 0)
  const isFirst = ({ isBeforeTables }: SqlObject) => isBeforeTables
  await make(trx, makes.filter(isFirst))
  for (const drop of drops) await sql.raw(drop).execute(trx)
  for (const migration of pending) {
    await sql.raw(migration.text).execute(trx)
    await recordMigration(trx, migration)
  }
  const lost = pending.length > 0 ? await findLost(trx, record, objects.all) : new Set<string>()
  const all = objects.all.filter((object) => makes.includes(object) || lost.has(object.name))
  await make(
    trx,
    all.filter((object) => !isFirst(object)),
  )
  await recordObjects(trx, { gone, makes: all })
  if (objects.release > record.release) await recordRelease(trx, objects.release)
  return all
}

/** Makes objects in one round trip. An error names the file. */
async function make(trx: Trx, objects: readonly SqlObject[]): Promise<void> {
  if (objects.length === 0) return
  const statements = objects.map(makeStatement)
  try {
    await sql.raw(statements.join('\n')).execute(trx)
  } catch (error) {
    const position = Number((error as { position?: string }).position)
    const failed = objects.find((_, index) => position <= statements.slice(0, index + 1).join('\n').length)
    // Changes the message of the same error instead of wrapping it, because its code tells whether a retry may help.
    if (failed && error instanceof Error) error.message = `${failed.name}.sql: ${error.message}`
    throw error
  }
}

/** Finds the objects that disappeared with a table that a migration dropped or made again. */
async function findLost(trx: Trx, record: SchemaRecord, objects: readonly SqlObject[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
    union all
    select p.proname::text from pg_proc p where p.pronamespace = current_schema()::regnamespace`.execute(trx)
  const standing = new Set(rows.map(({ name }) => name))
  const lost = objects.filter(({ name, kind }) => kind !== 'view' && record.objects.has(name) && !standing.has(name))
  return new Set(lost.map(({ name }) => name))
}
