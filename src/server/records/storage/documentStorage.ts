import { type RawBuilder, sql } from 'kysely'
import { readsOthers } from '../../../language/entity/references.ts'
import { json } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { EntityModel, FieldModel } from '../model.ts'
import { documentColumn } from './columnSql.ts'
import { noteUniqueValues, replaceUniqueValues } from './documentUnique.ts'
import type { Stamp, Storage } from './storage.ts'
import { storedValue } from './values.ts'

interface DocumentRow {
  readonly id: number
  readonly body: Record<string, unknown>
  readonly rowVersion: number
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly updatedBy: string | null
  readonly updatedAt: Date
}

/** Storage for an entity without a table: JSON objects in `record_document`, without empty fields. */
export function createDocumentStorage(model: EntityModel): Storage {
  const name = model.entity.name
  const own = [...model.fields.values()].filter((field) => !field.common && !readsOthers(field.property))
  const stored = new Set(own.map((field) => field.name))

  const columns = sql`r.id, r.body, r.row_version as "rowVersion", r.created_by as "createdBy", r.created_at as "createdAt",
    r.updated_by as "updatedBy", r.updated_at as "updatedAt"`

  return {
    model,
    source: {
      from: sql`record_document as r`,
      condition: sql`r.entity = ${name}`,
      columns,
      listColumns: () => columns,
    },
    expression: documentColumn,
    read: (row) => readDocument(own, row as DocumentRow),
    lock: (trx, ids) => lockRows(trx, name, ids, sql`for update`),
    share: (trx, ids) => lockRows(trx, name, ids, sql`for key share`),
    insert: (trx, values, stamp) => insertDocument(trx, model, values, stamp),
    update: (trx, id, changes, stamp) => updateDocument(trx, model, { id, changes, stamp }),
    async fill(trx, id, results) {
      await sql`
        update record_document set body = (body || ${json(filled(results))}) - ${clearedNames(results)}::text[]
        where entity = ${name} and id = ${id}
      `.execute(trx.withoutPlugins())
    },
    async remove(trx, id) {
      await sql`delete from record_document where entity = ${name} and id = ${id}`.execute(trx.withoutPlugins())
    },
    storedFields: async () => stored,
  }
}

async function lockRows(trx: Trx, entity: string, ids: readonly number[], strength: RawBuilder<unknown>): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from record_document where entity = ${entity} and id = any(${ids}::bigint[]) order by id ${strength}
  `.execute(trx.withoutPlugins())
  return new Set(rows.map(({ id }) => id))
}

function readDocument(fields: readonly FieldModel[], row: DocumentRow): StoredRecord {
  const { id, body, rowVersion, createdBy, createdAt, updatedBy, updatedAt } = row
  const own = Object.fromEntries(fields.map((field) => [field.name, Object.hasOwn(body, field.name) ? (body[field.name] ?? null) : null]))
  return {
    id,
    ...own,
    createdBy,
    createdAt: storedValue('dateTime', createdAt),
    updatedBy,
    updatedAt: storedValue('dateTime', updatedAt),
    rowVersion,
  }
}

async function insertDocument(trx: Trx, model: EntityModel, values: RecordValues, stamp: Stamp): Promise<number> {
  const at = stamp.now.toISOString()
  const { rows } = await sql<{ id: number }>`
    insert into record_document (entity, body, created_by, created_at, updated_by, updated_at)
    values (${model.entity.name}, ${json(filled(values))}, ${stamp.userName}, ${at}, ${stamp.userName}, ${at}) returning id
  `.execute(trx.withoutPlugins())
  const id = rows[0]?.id
  if (id === undefined) throw new Error('insert into record_document returned no row')
  await noteUniqueValues(trx, model, id, values)
  return id
}

async function updateDocument(
  trx: Trx,
  model: EntityModel,
  { id, changes, stamp }: { readonly id: number; readonly changes: RecordValues; readonly stamp: Stamp },
): Promise<void> {
  const { rows } = await sql<{ body: RecordValues }>`
    update record_document set body = (body || ${json(filled(changes))}) - ${clearedNames(changes)}::text[], row_version = row_version + 1,
      updated_by = ${stamp.userName}, updated_at = ${stamp.now.toISOString()}
    where entity = ${model.entity.name} and id = ${id} returning body
  `.execute(trx.withoutPlugins())
  const body = rows[0]?.body
  if (body) await replaceUniqueValues(trx, model, id, body)
}

function clearedNames(changes: RecordValues): readonly string[] {
  return Object.keys(changes).filter((name) => changes[name] === null || changes[name] === undefined)
}

function filled(values: RecordValues): RecordValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
