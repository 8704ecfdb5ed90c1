import { type RawBuilder, sql } from 'kysely'
import { rowFields, rowId } from '../../../language/details.ts'
import type { Details } from '../../../language/documents/entity.ts'
import { fieldOf } from '../model.ts'
import { borrowedSql, namedBy } from './borrowedSql.ts'
import type { FindStorage } from './recordKeys.ts'
import { fromReferring, type OwnValues } from './rollupSql.ts'
import type { Storage } from './storage.ts'

/**
 * The records that refer to a record, as a JSON list of its rows in their order, each with its id and the fields that are filled in. Null
 * when there are none.
 *
 * @param own SQL of the key of the record, and of its company where it has one
 */
export function detailsSql({ model }: Storage, details: Details, own: OwnValues, find: FindStorage): RawBuilder<unknown> {
  const child = find(details.child)
  // The other entity may be away for a moment, until its file is right again.
  if (child === undefined || child.model.entity.table !== undefined) return sql`null::jsonb`
  const names = rowFields(details, child.model.entity)
  const members = names.map((name) => sql`${sql.lit(name)}::text, ${memberSql(child, name, find)}`)
  const row = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join([sql`${sql.lit(rowId)}::text, r.id`, ...members])}))`
  const order = details.order === undefined ? undefined : child.model.fields.get(details.order)
  const first = order === undefined ? sql`` : sql`${child.expression(fieldOf(child.model, order.name))} nulls last, `
  const referring = fromReferring(withNamed(child, names), details.by, { entity: model.entity.name, ...own })
  return sql`(select jsonb_agg(${row} order by ${first}r.id) ${referring})`
}

/** Alias of what a row names, beside the alias `r` of its record, which the named records have too. */
const line = sql.id('line')

function memberSql(child: Storage, name: string, find: FindStorage): RawBuilder<unknown> {
  const { kind, property } = fieldOf(child.model, name)
  const borrowed = property['x-borrowed']
  if (borrowed === undefined) return sql`r.body -> ${sql.lit(name)}`
  const value = borrowedSql(child, borrowed, { alias: line, find })
  // As the API writes moments, which are stored so in JSON records.
  return kind === 'dateTime'
    ? sql`to_jsonb(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : sql`to_jsonb(${value})`
}

function withNamed(child: Storage, names: readonly string[]): Storage {
  const shown = names.map((name) => fieldOf(child.model, name)).filter(({ property }) => property['x-borrowed'] !== undefined)
  if (shown.length === 0) return child
  return {
    ...child,
    source: { ...child.source, from: sql`${child.source.from} cross join lateral (select ${namedBy(child, shown)}) as ${line}` },
  }
}
