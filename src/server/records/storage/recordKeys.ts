import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'
import { fieldOf } from '../model.ts'
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
  if (model.entity.table !== undefined) return read(sql`${key} = any(${keys}::text[])`)
  const found = await read(sql`r.id in (select u.record_id from record_document_unique as u
    where u.entity = ${model.entity.name} and u.constraint_name = ${model.entity.key}
      and u.value = any(${keys.map((one) => JSON.stringify([one]))}::text[]))`)
  // Only a key that seems to be missing is worth a look at every record: one that was stored before its field was unique.
  return found.length === keys.length ? found : read(sql`${key} = any(${keys}::text[])`)
}
