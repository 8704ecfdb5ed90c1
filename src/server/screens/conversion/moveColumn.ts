import { type RawBuilder, sql } from 'kysely'
import type { RenamedColumn } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { moveInWaitingChanges } from './moveWaitingChanges.ts'

/**
 * Gives a field of rows, or of an object, its new name wherever the rows of JSON records are stored.
 *
 * @returns number of records
 */
export async function moveColumn(trx: Trx, step: RenamedColumn): Promise<number> {
  const { entity, field, former, name } = step
  const db = trx.withoutPlugins()
  const stored = sql`body -> ${field}::text`
  const { numAffectedRows } = await sql`
    update record_document set body = body || jsonb_build_object(${field}::text, ${renamed(stored, step)})
    where entity = ${entity} and ${hasColumn(stored, former)}
  `.execute(db)
  await sql`
    update record_reference set field = ${`${field}.${name}`} where entity = ${entity} and field = ${`${field}.${former}`}
  `.execute(db)
  await moveInWaitingChanges(
    trx,
    step,
    (value) => sql`case when ${hasColumn(value, former)} then ${renamed(value, step)} else ${value} end`,
  )
  return Number(numAffectedRows ?? 0)
}

/** The rows of a list, or the one object. */
const partsOf = (value: RawBuilder<unknown>) =>
  sql`jsonb_array_elements(case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end)`

function hasColumn(value: RawBuilder<unknown>, column: string): RawBuilder<unknown> {
  return sql`exists (select from ${partsOf(value)} as p (e) where jsonb_typeof(e) = 'object' and e ? ${column})`
}

/** A row that has both was written by the former document meanwhile, so the former name has the newer value. */
function renamed(value: RawBuilder<unknown>, { former, name }: RenamedColumn): RawBuilder<unknown> {
  const part = (one: RawBuilder<unknown>) => sql`case when jsonb_typeof(${one}) = 'object' and ${one} ? ${former}
    then (${one} - ${former}::text) || jsonb_build_object(${name}::text, ${one} -> ${former}::text) else ${one} end`
  return sql`case jsonb_typeof(${value})
    when 'array' then (select jsonb_agg(${part(sql`e`)} order by n) from jsonb_array_elements(${value}) with ordinality as t (e, n))
    else ${part(sql`(${value})`)} end`
}
