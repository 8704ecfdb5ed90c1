import { type RawBuilder, sql } from 'kysely'
import type { Borrowed } from '../../../language/documents/relations.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import { detailsSql } from './detailsSql.ts'
import { type FindStorage, hasKey, ofSameMerchant, shownField } from './recordKeys.ts'
import { rollupSql } from './rollupSql.ts'
import type { Storage } from './storage.ts'
import { storedValue } from './values.ts'

/** Alias of the values by which other records are found, beside the alias `r` of the table, which these records have too. */
const own = sql.id('own')
const ownKey = sql`${own}.${sql.id('key')}`
const ownScope = sql`${own}.${sql.id('scope')}`

/**
 * A storage that reads the fields whose values stand in other records: those of a record that is named (`lotNo.lotName`), and sums of the
 * records that name this one. Lists, conditions, order and totals use them like fields of the entity. A record of another merchant never
 * counts, whatever key is stored.
 */
export function withFieldsOfOthers(storage: Storage, find: FindStorage): Storage {
  const { model, source } = storage
  const fields = [...model.fields.values()].flatMap((field): readonly OtherField[] => {
    const value = otherValue(storage, field, find)
    return value === undefined ? [] : [{ field, value }]
  })
  if (fields.length === 0) return storage
  const values = new Map(fields.map(({ field, value }) => [field.name, value]))
  const columns = (isRead: (field: FieldModel) => boolean) =>
    fields.filter(({ field }) => isRead(field)).map(({ field, value }) => sql`, ${value} as ${sql.id(field.name)}`)
  return {
    ...storage,
    source: {
      ...source,
      from: sql`${source.from} cross join lateral (select ${ownValues(storage)}) as ${own}`,
      columns: sql`${source.columns}${joined(columns(() => true))}`,
      listColumns: (shown) => sql`${source.listColumns(shown)}${joined(columns((field) => isInList(field, shown)))}`,
    },
    expression: (field) => values.get(field.name) ?? storage.expression(field),
    read: (row) => ({ ...storage.read(row), ...readFields(fields, row as Readonly<Record<string, unknown>>) }),
  }
}

/** Rows of many records are read only where they are shown. */
function isInList({ name, property }: FieldModel, shown: ReadonlySet<string> | undefined): boolean {
  return shown === undefined ? property['x-details'] === undefined : shown.has(name)
}

interface OtherField {
  readonly field: FieldModel
  readonly value: RawBuilder<unknown>
}

function otherValue(storage: Storage, { property }: FieldModel, find: FindStorage): RawBuilder<unknown> | undefined {
  const borrowed = property['x-borrowed']
  if (borrowed !== undefined) return borrowedSql(storage, borrowed, find)
  const { 'x-rollup': rollup, 'x-details': details } = property
  const values = { key: ownKey, scope: storage.model.entity.scope === undefined ? undefined : ownScope }
  if (details !== undefined) return detailsSql(storage, details, values, find)
  return rollup === undefined ? undefined : rollupSql(storage, rollup, values, find)
}

function joined(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length === 0 ? sql`` : sql.join(parts, sql``)
}

function ownValues({ model, expression }: Storage): RawBuilder<unknown> {
  const { key, scope } = model.entity
  const names = new Set([...model.fields.values()].flatMap(({ property }) => property['x-borrowed']?.by ?? []))
  return sql.join([
    sql`${expression(fieldOf(model, key))} as ${sql.id('key')}`,
    ...(scope === undefined ? [] : [sql`${expression(fieldOf(model, scope))} as ${sql.id('scope')}`]),
    ...[...names].map((name) => sql`${expression(fieldOf(model, name))} as ${sql.id(`by_${name}`)}`),
  ])
}

function borrowedSql({ model }: Storage, borrowed: Borrowed, find: FindStorage): RawBuilder<unknown> {
  const other = find(borrowed.entity)
  const field = other && shownField(other, borrowed.field)
  // The other entity may be away for a moment, until its file is right again.
  if (other === undefined || field === undefined) return sql`null`
  const isOwn = ofSameMerchant(other, model.entity.scope === undefined ? undefined : ownScope)
  const { from, condition } = other.source
  const named = hasKey(other, sql`${own}.${sql.id(`by_${borrowed.by}`)}`)
  return sql`(select ${other.expression(field)} from ${from} where ${condition} and ${named} and ${isOwn} limit 1)`
}

function readFields(fields: readonly OtherField[], row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(({ field }) => [field.name, storedValue(field.kind, row[field.name])]))
}
