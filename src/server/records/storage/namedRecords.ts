import { sql } from 'kysely'
import { type ReferenceField, referencesOf } from '../../../language/entity/references.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { EntityModel } from '../model.ts'

/** A place where a record names another one. */
export interface NamedRecord {
  /** Place of the value in the record: `lines.0.lotNo`. */
  readonly path: string
  readonly key: string
}

/** The keys that a record names by a field, with the places where it does. */
export function namedBy({ list, field }: ReferenceField, record: RecordValues): readonly NamedRecord[] {
  const at = (path: string, value: unknown) => (typeof value === 'string' && value !== '' ? [{ path, key: value }] : [])
  if (list === undefined) return at(field, record[field])
  const rows: unknown = record[list]
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown, index) =>
    typeof row === 'object' && row !== null ? at(`${list}.${index}.${field}`, (row as RecordValues)[field]) : [],
  )
}

/** Name of a field that refers to others, with that of its list: `lines.lotNo`. */
export function placeOf({ list, field }: ReferenceField): string {
  return list === undefined ? field : `${list}.${field}`
}

/** Writes down which records JSON records name, in place of what was written before, so that those that name a record are found. */
export async function noteNamed(trx: Trx, { entity }: EntityModel, records: readonly Pick<StoredRecord, 'id'>[]): Promise<void> {
  const references = referencesOf(entity.properties)
  const noted = records.flatMap((record) =>
    references.flatMap((one) => {
      const keys = new Set(namedBy(one, record).map(({ key }) => key))
      return [...keys].map((key) => ({ id: record.id, field: placeOf(one), entity: one.reference.entity, key }))
    }),
  )
  const db = trx.withoutPlugins()
  await sql`delete from record_reference where record_id = any(${records.map(({ id }) => id)}::bigint[])`.execute(db)
  if (noted.length === 0) return
  await sql`
    insert into record_reference (record_id, field, named_entity, named_key, entity)
    select n.id, n.field, n.named_entity, n.named_key, ${entity.name}
    from unnest(${noted.map(({ id }) => id)}::bigint[], ${noted.map(({ field }) => field)}::text[],
      ${noted.map((one) => one.entity)}::text[], ${noted.map(({ key }) => key)}::text[]) as n (id, field, named_entity, named_key)
  `.execute(db)
}
