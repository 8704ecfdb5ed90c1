import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tests } from '../../../language/documents/predicate.ts'
import { evaluate, isEmpty } from '../../../language/predicate/predicate.ts'
import { isDate } from '../../../rules/dates.ts'
import type { ValueKind } from '../model.ts'
import { type Comparison, comparisonSigns, typed } from '../storage/columnSql.ts'

/** One side of a comparison: a constant known before the query, a field, or a value inside a JSON field. */
export type Side =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: Exclude<ValueKind, 'json'>; readonly sql: RawBuilder<unknown> }
  | { readonly kind: 'json'; readonly sql: RawBuilder<unknown> }

/** The types that `===` and `<` of the predicates distinguish. Dates and instants are texts there. */
type ValueClass = 'text' | 'number' | 'boolean'

export function compareSql(left: Side, comparison: Comparison, right: Side): RawBuilder<SqlBool> {
  if (left.kind === 'constant' && right.kind === 'constant') return constantTest(left.value, { [comparison]: right.value } as Tests)
  // `ne` is true for every existing value that is not equal, even of another type; a missing value is never `ne`.
  if (comparison === 'ne' && !isOneClass(left, right))
    return sql`(${presentSql(left)} and ${presentSql(right)} and not ${isTrue(compareSql(left, 'eq', right))})`
  if (left.kind === 'json' && right.kind === 'json') return compareJson(left.sql, comparison, right.sql)
  const native = nativeComparison(left, comparison, right)
  if (native) return native
  return compareClass(left, comparison, right)
}

/** Compares two values of unknown types: texts with texts and numbers with numbers; lists and objects are never equal. */
function compareJson(left: RawBuilder<unknown>, comparison: Comparison, right: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (comparison === 'eq') return sql`(${left} = ${right} and jsonb_typeof(${left}) in ('string', 'number', 'boolean'))`
  const inClass = (valueClass: 'text' | 'number') => {
    const side = (value: RawBuilder<unknown>) => typed(value, jsonTypes[valueClass], sqlTypes[valueClass])
    return sql`${side(left)}${valueClass === 'text' ? sql` collate "C"` : sql``} ${comparisonSigns[comparison]} ${side(right)}`
  }
  return sql`(${inClass('text')} or ${inClass('number')})`
}

function compareClass(left: Side, comparison: Comparison, right: Side): RawBuilder<SqlBool> {
  const valueClass = classOf(left) ?? classOf(right) ?? 'text'
  const leftValue = classValue(left, valueClass)
  const rightValue = classValue(right, valueClass)
  if (!leftValue || !rightValue) return sql`false`
  const asksEquality = comparison === 'eq' || comparison === 'ne'
  if (valueClass === 'boolean' && !asksEquality) return sql`false`
  // Equality is the same in every collation of the database; with the column's own its index can be used.
  const collation = valueClass === 'text' && !asksEquality ? sql` collate "C"` : sql``
  return sql`${leftValue}${collation} ${comparisonSigns[comparison]} ${rightValue}`
}

/** A condition that is false where the given one is null, for use under `not`. */
export function isTrue(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`coalesce(${condition}, false)`
}

/** True for two sides whose values, where there are any, always have the same type. */
function isOneClass(left: Side, right: Side): boolean {
  const leftClass = classOf(left)
  return leftClass !== undefined && leftClass === classOf(right)
}

export function containsSql(left: Side, right: Side): RawBuilder<SqlBool> {
  if (left.kind === 'constant' && right.kind === 'constant') return constantTest(left.value, { contains: right.value } as Tests)
  const [leftValue, rightValue] = [classValue(left, 'text'), classValue(right, 'text')]
  if (!leftValue || !rightValue) return sql`false`
  return sql`position(${lowered(rightValue)} in ${lowered(leftValue)}) > 0`
}

export function hasSql(left: Side, right: Side): RawBuilder<SqlBool> {
  if (left.kind === 'constant' && right.kind === 'constant') return constantTest(left.value, { has: right.value } as Tests)
  const list = listOf(left)
  if (!list) return sql`false`
  if (right.kind === 'constant') {
    if (!isScalar(right.value)) return sql`false`
    return sql`(jsonb_typeof(${list}) = 'array' and ${list} @> ${JSON.stringify([right.value])}::jsonb)`
  }
  const element = right.kind === 'json' ? right.sql : classValue(right, classOf(right) ?? 'text')
  return sql`(jsonb_typeof(${list}) = 'array' and ${element} is not null and ${list} @> jsonb_build_array(${element}))`
}

export function emptySql(side: Side, wanted: boolean): RawBuilder<SqlBool> {
  if (side.kind === 'constant') return isEmpty(side.value) === wanted ? sql`true` : sql`false`
  const empty = side.kind === 'text' ? sql`(${side.sql} is null or ${side.sql} = '')` : emptyOther(side.kind, side.sql)
  return wanted ? sql`${empty}` : sql`(not ${empty})`
}

function emptyOther(kind: ValueKind, value: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (kind !== 'json') return sql`(${value} is null)`
  return sql`(${value} is null or ${value} in ('null'::jsonb, '[]'::jsonb, '""'::jsonb))`
}

/**
 * Compares dates, instants and integers in their own types when the constant has the same form, so that an index on the column can be used.
 */
function nativeComparison(left: Side, comparison: Comparison, right: Side): RawBuilder<SqlBool> | undefined {
  const [leftValue, rightValue] = [nativeValue(left, right), nativeValue(right, left)]
  if (!leftValue || !rightValue) return undefined
  return sql`${leftValue} ${comparisonSigns[comparison]} ${rightValue}`
}

function nativeValue(side: Side, other: Side): RawBuilder<unknown> | undefined {
  if (side.kind === 'date' && (other.kind === 'date' || isNativeText(other, 'date'))) return side.sql
  if (side.kind === 'dateTime' && (other.kind === 'dateTime' || isNativeText(other, 'dateTime'))) return side.sql
  if (side.kind === 'integer' && isInteger(other)) return side.sql
  if (other.kind === 'integer' && isInteger(side)) return sql`${side.value}::bigint`
  if (other.kind === 'date' && isNativeText(side, 'date')) return sql`${String(side.value)}::date`
  if (other.kind === 'dateTime' && isNativeText(side, 'dateTime')) return sql`${String(side.value)}::timestamptz`
  return undefined
}

function isInteger(side: Side): side is { kind: 'constant'; value: number } {
  return side.kind === 'constant' && Number.isSafeInteger(side.value)
}

const storedInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

function isNativeText(side: Side, kind: 'date' | 'dateTime'): side is { kind: 'constant'; value: string } {
  if (side.kind !== 'constant' || typeof side.value !== 'string') return false
  return kind === 'date' ? isDate(side.value) : storedInstant.test(side.value) && isDate(side.value.slice(0, 10))
}

/** True when there is a value. '' and an empty list count as values here. */
export function presentSql(side: Side): RawBuilder<SqlBool> {
  if (side.kind === 'constant') return isMissing(side.value) ? sql`false` : sql`true`
  return side.kind === 'json' ? sql`(${side.sql} is not null and ${side.sql} <> 'null'::jsonb)` : sql`(${side.sql} is not null)`
}

function classOf(side: Side): ValueClass | undefined {
  switch (side.kind) {
    case 'constant':
      return isScalar(side.value) ? scalarClass(side.value) : undefined
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'text':
    case 'date':
    case 'dateTime':
      return 'text'
    case 'json':
      return undefined
  }
}

/** The side as an SQL value of a type class; undefined when it can never have that type. */
function classValue(side: Side, wanted: ValueClass): RawBuilder<unknown> | undefined {
  if (side.kind === 'json') return typed(side.sql, jsonTypes[wanted], sqlTypes[wanted])
  if (classOf(side) !== wanted) return undefined
  if (side.kind === 'constant') return sql`${side.value}::${sql.raw(sqlTypes[wanted])}`
  if (side.kind === 'date') return sql`to_char(${side.sql}, 'YYYY-MM-DD')`
  if (side.kind === 'dateTime') return sql`to_char(${side.sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return side.sql
}

const jsonTypes = { text: 'string', number: 'number', boolean: 'boolean' } as const
const sqlTypes = { text: 'text', number: 'numeric', boolean: 'boolean' } as const

function listOf(side: Side): RawBuilder<unknown> | undefined {
  if (side.kind === 'json') return side.sql
  return side.kind === 'constant' && Array.isArray(side.value) ? sql`${JSON.stringify(side.value)}::jsonb` : undefined
}

/** Unicode lower case, as by `toLowerCase`; the locale of the database may only know ASCII. */
function lowered(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(${value} collate "und-x-icu")`
}

function constantTest(value: unknown, tests: Tests): RawBuilder<SqlBool> {
  return evaluate({ 'form.value': tests }, { form: { value } }) ? sql`true` : sql`false`
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function scalarClass(value: string | number | boolean): ValueClass {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined
}
