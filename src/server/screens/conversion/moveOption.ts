import { type RawBuilder, sql } from 'kysely'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import type { OptionPlace, RenamedOption } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { moveOptionInPreferences } from './movePreferences.ts'
import { moveInWaitingChanges } from './moveWaitingChanges.ts'

/**
 * Gives JSON records the new key of an option, and changes of them that wait, and what users keep of lists that are filtered by it.
 *
 * @returns number of records; one that has the option in two fields counts twice
 */
export async function moveOption(trx: Trx, step: RenamedOption, catalog: Catalog): Promise<number> {
  let changed = 0
  for (const place of step.places) {
    const { numAffectedRows } = await sql`
      update record_document as r set body = r.body || jsonb_build_object(${place.field}::text, ${movedValue(stored(place), place, step)})
      where r.entity = ${place.entity} and ${hasOption(place, step.former)}
    `.execute(trx.withoutPlugins())
    changed += Number(numAffectedRows ?? 0)
    await moveInWaitingChanges(trx, place, (value) => movedValue(value, place, step))
  }
  await moveOptionInPreferences(trx, step, catalog)
  return changed
}

const stored = ({ field }: OptionPlace) => sql`r.body -> ${field}::text`

function hasOption(place: OptionPlace, key: string): RawBuilder<unknown> {
  const { column } = place
  if (column === undefined) return sql`(${stored(place)} = ${text(key)} or ${stored(place)} @> ${jsonb([key])})`
  return sql`(${stored(place)} @> ${jsonb([{ [column]: key }])} or ${stored(place)} @> ${jsonb([{ [column]: [key] }])})`
}

function movedValue(value: RawBuilder<unknown>, { column }: OptionPlace, step: RenamedOption): RawBuilder<unknown> {
  if (column === undefined) return movedKey(value, step)
  const part = sql`e -> ${column}::text`
  const row = sql`case when ${part} is null then e else e || jsonb_build_object(${column}::text, ${movedKey(part, step)}) end`
  return sql`case jsonb_typeof(${value}) when 'array'
    then (select coalesce(jsonb_agg(${row} order by n), '[]') from jsonb_array_elements(${value}) with ordinality as t (e, n))
    else ${value} end`
}

/** A key, or the keys of a list. */
function movedKey(value: RawBuilder<unknown>, { former, name }: RenamedOption): RawBuilder<unknown> {
  const one = (key: RawBuilder<unknown>) => sql`case when ${key} = ${text(former)} then ${text(name)} else ${key} end`
  return sql`case jsonb_typeof(${value}) when 'array'
    then (select coalesce(jsonb_agg(${one(sql`k`)} order by i), '[]') from jsonb_array_elements(${value}) with ordinality as u (k, i))
    else ${one(sql`(${value})`)} end`
}

const text = (key: string) => sql`to_jsonb(${key}::text)`
const jsonb = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
