import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { userType } from '../../rules/codes.generated.ts'
import type { Actor } from '../platform/actor.ts'
import { apiError } from '../platform/errors.ts'
import type { RecordValues } from './hooks.ts'
import { type EntityModel, fieldOf } from './model.ts'
import type { Storage } from './storage/storage.ts'

/**
 * Condition for the rows that an actor may read at all. In an entity with a `scope` field, a merchant user sees the rows of the own
 * company, and those of its group when allowed. A corporate member reads no scoped entity through the engine.
 */
export function scopeCondition(storage: Storage, actor: Actor): RawBuilder<SqlBool> {
  const scope = storage.model.entity.scope
  if (!scope || !isScoped(actor)) return sql`true`
  const readable = readableNos(actor)
  if (readable.length === 0) return sql`false`
  return sql`${storage.expression(fieldOf(storage.model, scope))} in (${sql.join(readable)})`
}

/** Sets the actor's own company in a new record, whatever the request contained. */
export function forceScope(model: EntityModel, actor: Actor, values: RecordValues): RecordValues {
  const scope = model.entity.scope
  if (!scope || !isScoped(actor)) return values
  if (actor.companyNo === null) throw apiError('M12')
  return { ...values, [scope]: actor.companyNo }
}

/** @throws M12 when the actor may read the record as a member of the group, but it belongs to another company */
export function assertInScope(model: EntityModel, actor: Actor, record: RecordValues, changes: RecordValues = {}): void {
  const scope = model.entity.scope
  if (!scope || !isScoped(actor)) return
  const own = record[scope] === actor.companyNo && (changes[scope] === undefined || changes[scope] === actor.companyNo)
  if (!own) throw apiError('M12')
}

function isScoped(actor: Actor): boolean {
  return actor.userType !== userType.staff || actor.readableCompanyNos !== null
}

function readableNos(actor: Actor): readonly string[] {
  return actor.userType === userType.corporate ? [] : (actor.readableCompanyNos ?? [])
}
