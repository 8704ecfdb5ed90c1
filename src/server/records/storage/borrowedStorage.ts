import { type RawBuilder, sql } from 'kysely'
import type { Borrowed } from '../../../language/documents/entity.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import { type FindStorage, hasKey } from './recordKeys.ts'
import type { Storage } from './storage.ts'
import { storedValue } from './values.ts'

/** Name of the values by which other records are found, beside the alias `r` of the table, which these records have too. */
const own = 'own'
const ownScope = 'scope'

/**
 * A storage that reads the fields of other records which the entity shows (`lotNo.lotName`): in lists, conditions, order and totals like
 * fields of its own. A record of another merchant is never shown, whatever key is stored.
 */
export function withBorrowedFields(storage: Storage, find: FindStorage): Storage {
  const { model, source } = storage
  const fields = [...model.fields.values()].flatMap((field) => {
    const borrowed = field.property['x-borrowed']
    return borrowed === undefined ? [] : [{ field, borrowed }]
  })
  if (fields.length === 0) return storage
  const values = new Map(fields.map(({ field, borrowed }) => [field.name, borrowedSql(storage, borrowed, find)]))
  const expression = (field: FieldModel) => values.get(field.name) ?? storage.expression(field)
  const columns = (shown?: ReadonlySet<string>) =>
    fields
      .filter(({ field }) => shown === undefined || shown.has(field.name))
      .map(({ field }) => sql`, ${expression(field)} as ${sql.id(field.name)}`)
  return {
    ...storage,
    source: {
      ...source,
      from: sql`${source.from} cross join lateral (select ${ownValues(storage, fields)}) as ${sql.id(own)}`,
      columns: sql`${source.columns}${joined(columns())}`,
      listColumns: (shown) => sql`${source.listColumns(shown)}${joined(columns(shown))}`,
    },
    expression,
    read: (row) => ({ ...storage.read(row), ...readBorrowed(fields, row as Readonly<Record<string, unknown>>) }),
  }
}

interface BorrowedField {
  readonly field: FieldModel
  readonly borrowed: Borrowed
}

function joined(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length === 0 ? sql`` : sql.join(parts, sql``)
}

function ownValues({ model, expression }: Storage, fields: readonly BorrowedField[]): RawBuilder<unknown> {
  const { scope } = model.entity
  const names = [...new Set(fields.map(({ borrowed }) => borrowed.by))]
  return sql.join([
    ...names.map((name) => sql`${expression(fieldOf(model, name))} as ${sql.id(`by_${name}`)}`),
    ...(scope === undefined ? [] : [sql`${expression(fieldOf(model, scope))} as ${sql.id(ownScope)}`]),
  ])
}

function borrowedSql({ model }: Storage, borrowed: Borrowed, find: FindStorage): RawBuilder<unknown> {
  const other = find(borrowed.entity)
  const field = other?.model.fields.get(borrowed.field)
  // The other entity may be away for a moment, until its file is right again.
  if (other === undefined || field === undefined) return sql`null`
  const key = sql`${sql.id(own)}.${sql.id(`by_${borrowed.by}`)}`
  const { scope } = other.model.entity
  const isOwn =
    scope === undefined || model.entity.scope === undefined
      ? sql`true`
      : sql`${other.expression(fieldOf(other.model, scope))} = ${sql.id(own)}.${sql.id(ownScope)}`
  const { from, condition } = other.source
  return sql`(select ${other.expression(field)} from ${from} where ${condition} and ${hasKey(other, key)} and ${isOwn} limit 1)`
}

function readBorrowed(fields: readonly BorrowedField[], row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(({ field }) => [field.name, storedValue(field.kind, row[field.name])]))
}
