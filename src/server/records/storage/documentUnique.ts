import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { EntityModel } from '../model.ts'

/** The unique combinations of an entity: each `x-unique` field, and each combination in `unique`. */
export function uniqueCombinations(model: EntityModel): readonly (readonly string[])[] {
  const single = [...model.fields.values()].filter((field) => field.property['x-unique']).map((field) => [field.name])
  return [...single, ...(model.entity.unique ?? [])]
}

/** Name of a combination in `record_document_unique`. */
function combinationName(fields: readonly string[]): string {
  return fields.join(',')
}

/**
 * Stores the unique values of a new JSON record. As in a table, a combination with an empty value conflicts with nothing.
 *
 * @throws the driver's unique violation (23505) on `record_document_unique` when another record has the same values
 */
export async function noteUniqueValues(trx: Trx, model: EntityModel, id: number, values: RecordValues): Promise<void> {
  const claims = uniqueCombinations(model).flatMap((fields) => {
    const parts = fields.map((field) => values[field] ?? null)
    return parts.includes(null) ? [] : [sql`(${model.entity.name}, ${combinationName(fields)}, ${JSON.stringify(parts)}, ${id})`]
  })
  if (claims.length === 0) return
  await sql`insert into record_document_unique (entity, constraint_name, value, record_id) values ${sql.join(claims)}`.execute(
    trx.withoutPlugins(),
  )
}

/** Stores the unique values that a JSON record has now. Throws as for a new one. */
export async function replaceUniqueValues(trx: Trx, model: EntityModel, id: number, values: RecordValues): Promise<void> {
  if (uniqueCombinations(model).length === 0) return
  await sql`delete from record_document_unique where record_id = ${id}`.execute(trx.withoutPlugins())
  await noteUniqueValues(trx, model, id, values)
}

/**
 * Stores the unique values of records that were stored before their fields were unique. Of records with the same value the first one has it;
 * the others keep theirs until somebody changes them.
 */
export async function claimFreeValues(trx: Trx, model: EntityModel, records: readonly StoredRecord[]): Promise<void> {
  for (const fields of uniqueCombinations(model)) {
    const claims = records.flatMap((record) => {
      const parts = fields.map((field) => record[field] ?? null)
      return parts.includes(null) ? [] : [{ id: record.id, value: JSON.stringify(parts) }]
    })
    if (claims.length === 0) continue
    await sql`
      insert into record_document_unique (entity, constraint_name, value, record_id)
      select ${model.entity.name}, ${combinationName(fields)}, claim.value, claim.id
      from unnest(${claims.map(({ value }) => value)}::text[], ${claims.map(({ id }) => id)}::bigint[]) as claim (value, id)
      on conflict do nothing
    `.execute(trx.withoutPlugins())
  }
}
