import { type RawBuilder, sql } from 'kysely'
import type { Borrowed } from '../../../language/documents/entity.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import { type FindStorage, hasKey, ofSameMerchant, shownField } from './recordKeys.ts'
import type { Storage } from './storage.ts'

/**
 * What the records (alias `r`) have for those that they name: their company, and the fields that name them, as columns of an alias of their
 * own, because the named records have the alias `r` too.
 *
 * @param shown fields that are read from named records
 */
export function namedBy({ model, expression }: Storage, shown: Iterable<FieldModel>): RawBuilder<unknown> {
  const { scope } = model.entity
  const names = new Set([...shown].flatMap(({ property }) => property['x-borrowed']?.by ?? []))
  return sql.join([
    ...(scope === undefined ? [] : [sql`${expression(fieldOf(model, scope))} as ${sql.id('scope')}`]),
    ...[...names].map((name) => sql`${expression(fieldOf(model, name))} as ${sql.id(columnOf(name))}`),
  ])
}

const columnOf = (by: string) => `by_${by}`

interface NamingSide {
  /** With the columns of {@link namedBy}. */
  readonly alias: RawBuilder<unknown>
  readonly find: FindStorage
}

/** A field of the record that another one names. A record of another merchant never counts, whatever key is stored. */
export function borrowedSql({ model }: Storage, borrowed: Borrowed, { alias, find }: NamingSide): RawBuilder<unknown> {
  const other = find(borrowed.entity)
  const field = other && shownField(other, borrowed.field)
  // The other entity may be away for a moment, until its file is right again.
  if (other === undefined || field === undefined) return sql`null`
  const isOwn = ofSameMerchant(other, model.entity.scope === undefined ? undefined : sql`${alias}.${sql.id('scope')}`)
  const { from, condition } = other.source
  const named = hasKey(other, sql`${alias}.${sql.id(columnOf(borrowed.by))}`)
  return sql`(select ${other.expression(field)} from ${from} where ${condition} and ${named} and ${isOwn} limit 1)`
}
