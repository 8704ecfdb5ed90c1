import { type RawBuilder, sql } from 'kysely'
import type { Details } from '../../../language/documents/relations.ts'
import { rowFields, rowId } from '../../../language/entity/details.ts'
import { fieldOf } from '../model.ts'
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
  const members = rowFields(details, child.model.entity).map((name) => sql`${sql.lit(name)}::text, r.body -> ${sql.lit(name)}`)
  const row = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join([sql`${sql.lit(rowId)}::text, r.id`, ...members])}))`
  const order = details.order === undefined ? undefined : child.model.fields.get(details.order)
  const first = order === undefined ? sql`` : sql`${child.expression(fieldOf(child.model, order.name))} nulls last, `
  return sql`(select jsonb_agg(${row} order by ${first}r.id) ${fromReferring(child, details.by, { entity: model.entity.name, ...own })})`
}
