import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isMasked, maskedFilterOp } from '../../../language/entity/maskedFields.ts'
import type { FilterValue, ListFilter } from '../../../language/query/listQueryFilters.ts'
import { addDays, isDate, isDateTime, startOfTaipeiDate } from '../../../rules/dates.ts'
import { isStorableText } from '../../../rules/text.ts'
import { readingsOf } from '../../../rules/typedCodes.ts'
import { apiError } from '../../platform/errors.ts'
import type { FieldModel } from '../model.ts'
import { type Comparison, comparisonSigns } from '../storage/columnSql.ts'

type Value = FilterValue

/**
 * SQL for one filter of a list query. A row without a value matches no filter. For instants, a filter value is a Taipei date and means the
 * whole day.
 *
 * @param expression SQL value of the field
 * @throws Error for a filter on a masked field that is not one complete value, which the query parser never lets through
 */
export function filterSql(field: FieldModel, expression: RawBuilder<unknown>, filter: ListFilter): RawBuilder<SqlBool> {
  if (isMasked(field.property) && (filter.op !== maskedFilterOp || filter.values.length !== 1))
    throw new Error(`the masked field ${field.name} cannot be asked for by ${filter.op}`)
  const given = filter.values.filter((value): value is Value => value !== null)
  if (field.kind === 'json') return listFieldSql(expression, filter, given)
  if (filter.op === 'in') return anyOf(given.map((value) => oneSql(field, expression, 'eq', value)))
  if (filter.op === 'between') {
    const [low = null, high = null] = filter.values
    return allOf([
      ...(low === null ? [] : [oneSql(field, expression, 'gte', low)]),
      ...(high === null ? [] : [oneSql(field, expression, 'lte', high)]),
    ])
  }
  return allOf(given.map((value) => oneSql(field, expression, filter.op as SingleOp, value)))
}

type SingleOp = 'contains' | Comparison

function oneSql(field: FieldModel, expression: RawBuilder<unknown>, op: SingleOp, value: Value): RawBuilder<SqlBool> {
  if (op === 'contains') return containsText(expression, String(value))
  if (field.kind === 'dateTime' && typeof value === 'string' && isDate(value)) return dayOfInstant(expression, op, value)
  return sql`${expression} ${comparisonSigns[op]} ${parameter(field, value)}`
}

/** Case-insensitive search for a part of the text, however a number in it was typed. `%` and `_` have no special meaning. */
export function containsText(expression: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const readings = new Map(readingsOf(text).map((reading) => [reading.toLowerCase(), reading]))
  return anyOf([...readings.values()].map((reading) => sql<SqlBool>`${expression}::text ilike ${`%${escaped(reading)}%`}`))
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/** A Taipei day as the half-open interval from its midnight to the next. */
function dayOfInstant(expression: RawBuilder<unknown>, op: Exclude<SingleOp, 'contains'>, date: string): RawBuilder<SqlBool> {
  const start = sql`${startOfTaipeiDate(date).toISOString()}::timestamptz`
  const end = sql`${startOfTaipeiDate(addDays(date, 1)).toISOString()}::timestamptz`
  switch (op) {
    case 'eq':
      return sql`(${expression} >= ${start} and ${expression} < ${end})`
    case 'ne':
      return sql`(${expression} < ${start} or ${expression} >= ${end})`
    case 'lt':
      return sql`${expression} < ${start}`
    case 'lte':
      return sql`${expression} < ${end}`
    case 'gt':
      return sql`${expression} >= ${end}`
    case 'gte':
      return sql`${expression} >= ${start}`
  }
}

/** A field with several values matches when one of them does. */
function listFieldSql(expression: RawBuilder<unknown>, filter: ListFilter, given: readonly Value[]): RawBuilder<SqlBool> {
  if (filter.op === 'contains') return allOf(given.map((value) => containsText(expression, String(value))))
  const any = anyOf(given.map((value) => sql<SqlBool>`${expression} @> ${JSON.stringify([value])}::jsonb`))
  if (filter.op === 'eq' || filter.op === 'in') return any
  if (filter.op === 'ne') return sql`(${expression} is not null and not ${any})`
  throw new Error(`filter ${filter.op} does not fit the list field ${filter.field}`)
}

/**
 * A value as a parameter of the column's type. Dictionary keys are texts, even when the column has numbers.
 *
 * @throws M06 when the column cannot hold the value
 */
function parameter(field: FieldModel, value: Value): RawBuilder<unknown> {
  if (!fitsColumn[field.kind](String(value))) throw apiError('M06', { title: field.title })
  switch (field.kind) {
    case 'integer':
      return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`
    case 'number':
      return sql`${value}::numeric`
    case 'boolean':
      return sql`${value}::boolean`
    case 'date':
      return sql`${value}::date`
    case 'dateTime':
      return sql`${value}::timestamptz`
    case 'text':
    case 'json':
      return sql`${String(value)}::text`
  }
}

const isNumeral = (text: string) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
const fitsColumn: Readonly<Record<FieldModel['kind'], (text: string) => boolean>> = {
  integer: isNumeral,
  number: isNumeral,
  boolean: (text) => text === 'true' || text === 'false',
  date: isDate,
  dateTime: (text) => isDate(text) || isDateTime(text),
  text: isStorableText,
  json: isStorableText,
}

export function allOf(parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`
}

export function anyOf(parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}
