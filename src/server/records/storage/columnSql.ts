import { type RawBuilder, sql } from 'kysely'
import type { FieldModel, ValueKind } from '../model.ts'

/** The column of a field; `r` is the alias of the table. */
export function tableColumn(field: FieldModel): RawBuilder<unknown> {
  return sql`r.${sql.id(field.column)}`
}

/**
 * The value of a field inside `r.body`, with the SQL type of its kind. A stored value of another JSON type (after a change of the document)
 * counts as missing, as for predicates.
 */
export function documentColumn(field: FieldModel): RawBuilder<unknown> {
  if (field.common) return sql`r.${sql.id(field.column)}`
  return documentValue[field.kind](sql`r.body -> ${sql.lit(field.name)}`)
}

const documentValue: Record<ValueKind, (value: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  text: (value) => typed(value, 'string', 'text'),
  integer: (value) => typed(value, 'number', 'numeric'),
  number: (value) => typed(value, 'number', 'numeric'),
  boolean: (value) => typed(value, 'boolean', 'boolean'),
  date: (value) => typed(value, 'string', 'date'),
  dateTime: (value) => typed(value, 'string', 'timestamptz'),
  json: (value) => sql`nullif(${value}, 'null'::jsonb)`,
}

type JsonType = 'string' | 'number' | 'boolean'
type SqlType = 'text' | 'numeric' | 'boolean' | 'date' | 'timestamptz'

/** A JSON scalar as an SQL value when it has the JSON type, otherwise null. */
export function typed(value: RawBuilder<unknown>, jsonType: JsonType, sqlType: SqlType): RawBuilder<unknown> {
  return sql`(case when jsonb_typeof(${value}) = ${sql.lit(jsonType)} then (${value} #>> '{}')::${sql.raw(sqlType)} end)`
}

export type Comparison = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'

/** The operators of SQL for those of predicates and filters. */
export const comparisonSigns: Record<Comparison, RawBuilder<unknown>> = {
  eq: sql`=`,
  ne: sql`<>`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
}
