import { type RawBuilder, sql } from 'kysely'
import type { FieldModel, ValueKind } from '../model.ts'

/** The column of a field of alias `r`. */
export function tableColumn(field: FieldModel): RawBuilder<unknown> {
  return sql`r.${sql.id(field.column)}`
}

/**
 * The value of a field inside `r.body`, typed as a column of its kind would be. A stored value of another JSON type
 * (the document changed since) counts as missing, as it does for the predicates.
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

/** The JSON scalar as an SQL value when it has the JSON type, else null. */
export function typed(value: RawBuilder<unknown>, jsonType: JsonType, sqlType: SqlType): RawBuilder<unknown> {
  return sql`(case when jsonb_typeof(${value}) = ${sql.lit(jsonType)} then (${value} #>> '{}')::${sql.raw(sqlType)} end)`
}
