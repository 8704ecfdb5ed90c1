import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { whyNotShown } from '../../../language/entity/references.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import type { Storage } from './storage.ts'

/** Finds the storage of an entity by its name; undefined when there is no such entity. */
export type FindStorage = (entity: string) => Storage | undefined

/**
 * The condition that a record (alias `r`) has a key. JSON records are found by the index of their unique values, which holds those stored
 * before their field was unique as soon as a job has seen them.
 *
 * @param key SQL text
 */
export function hasKey({ model, expression }: Storage, key: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { entity } = model
  if (entity.table !== undefined) return sql`${expression(fieldOf(model, entity.key))} = ${key}`
  return sql`r.id = (select u.record_id from record_document_unique as u
    where u.entity = ${sql.lit(entity.name)} and u.constraint_name = ${sql.lit(entity.key)} and u.value = json_build_array(${key})::text)`
}

/** The condition that a record (alias `r`) has one of several keys, found like one. */
export function hasKeyOf({ model, expression }: Storage, keys: readonly string[]): RawBuilder<SqlBool> {
  const { entity } = model
  if (entity.table !== undefined) return sql`${expression(fieldOf(model, entity.key))} = any(${keys}::text[])`
  return sql`r.id in (select u.record_id from record_document_unique as u
    where u.entity = ${entity.name} and u.constraint_name = ${entity.key}
      and u.value = any(${keys.map((one) => JSON.stringify([one]))}::text[]))`
}

/**
 * The condition that a record (alias `r`) belongs to the merchant of another one. It does not ask the documents whether they are right: while
 * one of two is broken, its last good version stays in use beside the new one of the other.
 *
 * @param merchant company of the other record; undefined when merchants see nothing of its entity
 */
export function ofSameMerchant({ model, expression }: Storage, merchant: RawBuilder<unknown> | undefined): RawBuilder<SqlBool> {
  const { scope } = model.entity
  if (merchant === undefined) return sql`true`
  return scope === undefined ? sql`false` : sql`coalesce(${expression(fieldOf(model, scope))} = ${merchant}, false)`
}

/** A field that other records may show, by the rules of its entity as they are now. */
export function shownField({ model }: Storage, name: string): FieldModel | undefined {
  const field = model.fields.get(name)
  return field === undefined || whyNotShown(field.property) !== null ? undefined : field
}

/** A record and its key. */
export interface KeyedRecord {
  readonly id: number
  readonly key: string
}

/** Finds records by their keys; a key of no record is left out. */
export async function findByKeys(db: Executor, storage: Storage, keys: readonly string[]): Promise<readonly KeyedRecord[]> {
  const { model, source } = storage
  const key = storage.expression(fieldOf(model, model.entity.key))
  const read = async (where: RawBuilder<SqlBool>) => {
    const { rows } = await sql<KeyedRecord>`
      select r.id, ${key} as key from ${source.from} where ${source.condition} and ${where}`.execute(db.withoutPlugins())
    return rows
  }
  const found = await read(hasKeyOf(storage, keys))
  if (model.entity.table !== undefined) return found
  // Only a key that seems to be missing is worth a look at every record: one that was stored before its field was unique.
  return found.length === keys.length ? found : read(sql`${key} = any(${keys}::text[])`)
}
