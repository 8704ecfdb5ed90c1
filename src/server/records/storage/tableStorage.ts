import { type RawBuilder, sql } from 'kysely'
import { holdsFiles } from '../../../language/entity/property.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { columnName, type EntityModel, type FieldModel, fieldOf } from '../model.ts'
import { tableColumn } from './columnSql.ts'
import type { Stamp, Storage } from './storage.ts'
import { columnValue, storedValue } from './values.ts'

const auditFields = ['createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'rowVersion'] as const

/**
 * Storage for an entity with a table of its own, read from its view if it has one. Read-only entities (logs) may lack the audit columns.
 *
 * @param table name from the entity document
 */
export function createTableStorage(model: EntityModel, table: string): Storage {
  const relation = model.entity.view ?? table
  const read = [...model.fields.values()].filter((field) => !(model.entity.readonly && field.common && isAudit(field.name)))
  let stored: ReadonlySet<string> | undefined

  return {
    model,
    source: {
      from: sql`${sql.table(relation)} as r`,
      condition: sql`true`,
      columns: sql.join(read.map((field) => sql`${tableColumn(field)} as ${sql.id(field.name)}`)),
      listColumns: (shown) =>
        sql.join(
          read.map((field) =>
            isReadByLists(field, shown) ? sql`${tableColumn(field)} as ${sql.id(field.name)}` : sql`null as ${sql.id(field.name)}`,
          ),
        ),
    },
    expression: tableColumn,
    read: (row) => readRow(read, row),
    lock: (trx, ids) => lockRows(trx, table, ids, sql`for update`),
    share: (trx, ids) => lockRows(trx, table, ids, sql`for key share`),
    insert: (trx, values, stamp) => insertRow(trx, model, { table, values, stamp }),
    update: (trx, id, changes, stamp) => updateRow(trx, model, { table, id, changes, stamp }),
    async fill(trx, id, results) {
      const assignments = sql.join(
        Object.entries(results).map(([name, value]) => sql`${sql.id(columnName(name))} = ${columnValue(fieldOf(model, name).kind, value)}`),
      )
      await sql`update ${sql.table(table)} set ${assignments} where id = ${id}`.execute(trx.withoutPlugins())
    },
    async remove(trx, id) {
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx.withoutPlugins())
    },
    async storedFields(db) {
      stored ??= await readStoredFields(db, model, table)
      return stored
    },
  }
}

function isReadByLists({ name, property }: FieldModel, shown: ReadonlySet<string> | undefined): boolean {
  if (holdsFiles(property)) return false
  const isListOfRows = property.type === 'array' && property.items?.type === 'object'
  return !isListOfRows || shown === undefined || shown.has(name)
}

function isAudit(name: string): boolean {
  return (auditFields as readonly string[]).includes(name)
}

function readRow(fields: readonly FieldModel[], row: unknown): StoredRecord {
  const values = row as Record<string, unknown>
  const record = Object.fromEntries(fields.map((field) => [field.name, storedValue(field.kind, values[field.name])]))
  return { rowVersion: 1, ...record } as unknown as StoredRecord
}

async function lockRows(trx: Trx, table: string, ids: readonly number[], strength: RawBuilder<unknown>): Promise<ReadonlySet<number>> {
  const statement = sql<{ id: number }>`select id from ${sql.table(table)} where id = any(${ids}::bigint[]) order by id ${strength}`
  return new Set((await statement.execute(trx.withoutPlugins())).rows.map(({ id }) => id))
}

async function insertRow(
  trx: Trx,
  model: EntityModel,
  { table, values, stamp }: { readonly table: string; readonly values: RecordValues; readonly stamp: Stamp },
): Promise<number> {
  const entries = [
    ...Object.entries(values).map(([name, value]) => [columnName(name), columnValue(fieldOf(model, name).kind, value)] as const),
    ...Object.entries(stampOf(stamp, ['created', 'updated'])),
  ]
  const columns = sql.join(entries.map(([column]) => sql.id(column)))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns}) values (${sql.join(entries.map(([, value]) => value))}) returning id
  `.execute(trx.withoutPlugins())
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`insert into ${table} returned no row`)
  return id
}

interface UpdateRowInput {
  readonly table: string
  readonly id: number
  readonly changes: RecordValues
  readonly stamp: Stamp
}

async function updateRow(trx: Trx, model: EntityModel, { table, id, changes, stamp }: UpdateRowInput): Promise<void> {
  const entries = [
    ...Object.entries(changes).map(([name, value]) => [columnName(name), columnValue(fieldOf(model, name).kind, value)] as const),
    ...Object.entries(stampOf(stamp, ['updated'])),
  ]
  const assignments = sql.join(entries.map(([column, value]) => sql`${sql.id(column)} = ${value}`))
  await sql`update ${sql.table(table)} set ${assignments}, row_version = row_version + 1 where id = ${id}`.execute(trx.withoutPlugins())
}

function stampOf(stamp: Stamp, moments: readonly ('created' | 'updated')[]): Record<string, unknown> {
  return Object.fromEntries(
    moments.flatMap((moment) => [
      [`${moment}_by`, stamp.userName],
      [`${moment}_at`, stamp.now.toISOString()],
    ]),
  )
}

async function readStoredFields(db: Executor, model: EntityModel, table: string): Promise<ReadonlySet<string>> {
  // The views of `information_schema` take ten times as long, and every entity with a table asks after a start.
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = ${table} and a.attnum > 0 and not a.attisdropped
  `.execute(db.withoutPlugins())
  const columns = new Set(rows.map(({ name }) => name))
  return new Set([...model.fields.values()].filter((field) => columns.has(field.column)).map((field) => field.name))
}
