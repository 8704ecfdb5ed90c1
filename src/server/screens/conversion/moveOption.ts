import { type RawBuilder, sql } from 'kysely'
import type { OptionPlace, RenamedOption } from '../../../language/conversion/steps.ts'
import type { Trx } from '../../platform/database/tables.ts'

/**
 * Gives JSON records the new key of an option.
 *
 * @returns number of records; one that has the option in two fields counts twice
 */
export async function moveOption(trx: Trx, step: RenamedOption): Promise<number> {
  let changed = 0
  for (const place of step.places) {
    const { numAffectedRows } = await sql`
      update record_document as r set body = r.body || jsonb_build_object(${place.field}::text, ${movedValue(place, step)})
      where r.entity = ${place.entity} and ${hasOption(place, step.former)}
    `.execute(trx.withoutPlugins())
    changed += Number(numAffectedRows ?? 0)
  }
  return changed
}

const stored = ({ field }: OptionPlace) => sql`r.body -> ${field}::text`

function hasOption(place: OptionPlace, key: string): RawBuilder<unknown> {
  const { column } = place
  if (column === undefined) return sql`(${stored(place)} = ${text(key)} or ${stored(place)} @> ${jsonb([key])})`
  return sql`(${stored(place)} @> ${jsonb([{ [column]: key }])} or ${stored(place)} @> ${jsonb([{ [column]: [key] }])})`
}

function movedValue(place: OptionPlace, step: RenamedOption): RawBuilder<unknown> {
  const { column } = place
  if (column === undefined) return movedKey(stored(place), step)
  const part = sql`e -> ${column}::text`
  return sql`(select jsonb_agg(case when ${part} is null then e else e || jsonb_build_object(${column}::text, ${movedKey(part, step)}) end order by n)
    from jsonb_array_elements(${stored(place)}) with ordinality as t (e, n))`
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
