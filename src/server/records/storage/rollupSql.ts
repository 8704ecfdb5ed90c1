import { type RawBuilder, sql } from 'kysely'
import type { Rollup } from '../../../language/documents/relations.ts'
import { type FindStorage, ofSameMerchant, shownField } from './recordKeys.ts'
import type { Storage } from './storage.ts'

/**
 * One value of the records that refer to a record, as SQL. They are found by the index of references.
 *
 * @param own SQL of the key of the record, and of its company where it has one
 */
export function rollupSql({ model }: Storage, rollup: Rollup, own: OwnValues, find: FindStorage): RawBuilder<unknown> {
  const child = find(rollup.child)
  const field = rollup.field === undefined ? undefined : child && shownField(child, rollup.field)
  // The other entity may be away for a moment, until its file is right again.
  if (child === undefined || (rollup.op !== 'count' && field === undefined)) return sql`null`
  const value = field === undefined ? sql`*` : child.expression(field)
  return sql`(select ${aggregates[rollup.op](value)} ${fromReferring(child, rollup.by, { entity: model.entity.name, ...own })})`
}

/** The FROM and WHERE of the records (alias `r`) of an entity that refer to a record by a field; they belong to its company. */
export function fromReferring(
  child: Storage,
  by: string,
  { entity, key, scope }: OwnValues & { readonly entity: string },
): RawBuilder<unknown> {
  const { from, condition } = child.source
  return sql`from ${from} join record_reference as x on x.record_id = r.id
    where x.named_entity = ${sql.lit(entity)} and x.named_key = ${key} and x.entity = ${sql.lit(child.model.entity.name)}
      and x.field = ${sql.lit(by)} and ${condition} and ${ofSameMerchant(child, scope)}`
}

export interface OwnValues {
  readonly key: RawBuilder<unknown>
  readonly scope: RawBuilder<unknown> | undefined
}

const aggregates: Readonly<Record<Rollup['op'], (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  count: () => sql`count(*)`,
  // The sum of nothing is 0, as in a formula.
  sum: (value) => sql`coalesce(sum(${value}), 0)`,
  min: (value) => sql`min(${value})`,
  max: (value) => sql`max(${value})`,
  last: (value) => sql`(array_agg(${value} order by r.created_at desc, r.id desc))[1]`,
}
