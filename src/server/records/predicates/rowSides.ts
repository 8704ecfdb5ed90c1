import { sql } from 'kysely'
import type { Predicate } from '../../../language/documents/predicate.ts'
import type { PredicateScope } from '../../../language/predicate/predicate.ts'
import { nowScope, userScope } from '../../../language/predicate/scope.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Storage } from '../storage/storage.ts'
import type { Side } from './predicateSides.ts'
import { predicateSql } from './predicateSql.ts'

/** SQL for `row.<field>` in a storage; further segments reach into a JSON field. */
function rowSide(storage: Storage, segments: readonly string[]): Side | undefined {
  const [name = '', ...rest] = segments
  const field = storage.model.fields.get(name)
  if (!field) return undefined
  const value = storage.expression(field)
  if (field.kind !== 'json') return rest.length === 0 ? { kind: field.kind, sql: value } : undefined
  const nested = rest.reduce((inner, segment) => sql`(${inner} -> ${sql.lit(segment)})`, value)
  return { kind: 'json', sql: nested }
}

/** What predicates know besides the row. */
export function callScope(call: { readonly actor: Actor; readonly now: Date }): PredicateScope {
  return { user: userScope(call.actor), now: nowScope(call.now) }
}

/** A condition of a document as SQL over the rows of a storage. */
export function conditionSql(storage: Storage, predicate: Predicate, scope: PredicateScope) {
  return predicateSql(predicate, { row: (segments) => rowSide(storage, segments), scope })
}
