import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PathOperand, Predicate, Scalar, Tests } from '../../../language/documents/predicate.ts'
import type { PredicateScope } from '../../../language/predicate/predicate.ts'
import { compareSql, containsSql, emptySql, hasSql, isMissing, isTrue, presentSql, type Side } from './predicateSides.ts'

export interface PredicateSqlContext {
  /** SQL for `row.<segments>`; undefined when the entity has no such field. */
  readonly row: (segments: readonly string[]) => Side | undefined
  /** Values known before the query runs: `form`, `user`, `now`. */
  readonly scope: PredicateScope
}

/**
 * A predicate as an SQL condition that is true exactly where `evaluate` is: no conversion between types, and a missing value fails every
 * test except `empty: true`. Elsewhere it is false or null, which `where`, `filter` and `case when` treat alike; so indexes can be used.
 */
export function predicateSql(predicate: Predicate, context: PredicateSqlContext): RawBuilder<SqlBool> {
  const parts = Object.entries(predicate).map(([key, condition]) => partSql(key, condition, context))
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`
}

function partSql(key: string, condition: unknown, context: PredicateSqlContext): RawBuilder<SqlBool> {
  const list = () => (condition as readonly Predicate[]).map((part) => predicateSql(part, context))
  if (key === '$all') return sql`(${sql.join([sql`true`, ...list()], sql` and `)})`
  if (key === '$any') return sql`(${sql.join([sql`false`, ...list()], sql` or `)})`
  if (key === '$not') return sql`(not ${isTrue(predicateSql(condition as Predicate, context))})`
  if (key.startsWith('$')) throw new TypeError(`Unknown combination in predicate: ${key}`)
  return testsSql(pathSide(key, context), condition as Tests, context)
}

function testsSql(left: Side, wanted: Tests, context: PredicateSqlContext): RawBuilder<SqlBool> {
  const parts = Object.entries(wanted).map(([name, operand]) => testSql(left, name, operand, context))
  return sql`(${sql.join(parts, sql` and `)})`
}

function testSql(left: Side, name: string, operand: unknown, context: PredicateSqlContext): RawBuilder<SqlBool> {
  const side = (value: unknown): Side => operandSide(value as Scalar | PathOperand, context)
  switch (name) {
    case 'empty':
      return emptySql(left, operand === true)
    case 'contains':
      return containsSql(left, side(operand))
    case 'has':
      return hasSql(left, side(operand))
    case 'in':
    case 'nin':
      return listSql(left, name, (operand as readonly unknown[]).map(side))
    case 'between': {
      const [low, high] = operand as readonly [unknown, unknown]
      return sql`(${compareSql(left, 'gte', side(low))} and ${compareSql(left, 'lte', side(high))})`
    }
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compareSql(left, name, side(operand))
    default:
      throw new TypeError(`Unknown test in predicate: ${name}`)
  }
}

/** `in`: equal to one of them. `nin`: there is a value, and it equals none of them. Both are false when one of them has no value. */
function listSql(left: Side, name: 'in' | 'nin', values: readonly Side[]): RawBuilder<SqlBool> {
  const any = sql<SqlBool>`(${sql.join([sql`false`, ...values.map((value) => compareSql(left, 'eq', value))], sql` or `)})`
  const needed = values.filter(({ kind }) => kind !== 'constant').map(presentSql)
  if (values.some((value) => value.kind === 'constant' && isMissing(value.value))) return sql`false`
  if (name === 'in') return needed.length === 0 ? any : sql`(${sql.join([any, ...needed], sql` and `)})`
  return sql`(${sql.join([presentSql(left), ...needed, sql`not ${isTrue(any)}`], sql` and `)})`
}

function pathSide(path: string, context: PredicateSqlContext): Side {
  const [root, ...segments] = path.split('.')
  if (root === 'row') return context.row(segments) ?? { kind: 'constant', value: undefined }
  return { kind: 'constant', value: readConstant(path, context.scope) }
}

function operandSide(operand: Scalar | PathOperand, context: PredicateSqlContext): Side {
  return typeof operand === 'object' ? pathSide(operand.path, context) : { kind: 'constant', value: operand }
}

/** Reads a path as `evaluate` does: own properties only. */
function readConstant(path: string, scope: PredicateScope): unknown {
  let value: unknown = scope
  for (const segment of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = (value as Record<string, unknown>)[segment]
  }
  return value
}
