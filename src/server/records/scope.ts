import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RecordReach, reachIn } from '../../language/record/recordReach.ts'
import { userType } from '../../rules/codes.generated.ts'
import type { Actor } from '../platform/actor.ts'
import { apiError, fieldsError } from '../platform/errors.ts'
import type { RecordValues } from './hooks.ts'
import { type EntityModel, fieldOf } from './model.ts'
import type { Storage } from './storage/storage.ts'

/**
 * Condition for the rows that an actor may read at all. In an entity with a `scope` field, a merchant user sees the rows of the own
 * company, and those of its group when allowed. A corporate member reads no scoped entity through the engine.
 */
export function scopeCondition(storage: Storage, actor: Actor): RawBuilder<SqlBool> {
  const reach = reachOf(storage.model, actor)
  if (reach.kind !== 'own') return reach.kind === 'all' ? sql`true` : sql`false`
  const readable = readableNos(actor)
  if (readable.length === 0) return sql`false`
  return sql`${storage.expression(fieldOf(storage.model, reach.scope))} in (${sql.join(readable)})`
}

function reachOf({ entity }: EntityModel, actor: Actor): RecordReach {
  return reachIn(entity, isScoped(actor))
}

/** Sets the actor's own company in a new record, whatever the request contained. */
export function forceScope(model: EntityModel, actor: Actor, values: RecordValues): RecordValues {
  const reach = reachOf(model, actor)
  if (reach.kind === 'all') return values
  if (reach.kind === 'nothing' || actor.companyNo === null) throw apiError('M12')
  return { ...values, [reach.scope]: actor.companyNo }
}

/**
 * A row of a file that names another company was not meant for the own one.
 *
 * @throws 400 for the field
 */
export function assertOwnCompany({ entity }: EntityModel, actor: Actor, values: RecordValues): void {
  const given = entity.scope === undefined ? undefined : (values[entity.scope] ?? undefined)
  if (entity.scope === undefined || given === undefined || !isScoped(actor) || given === actor.companyNo) return
  throw fieldsError({ [entity.scope]: `只能匯入自己的資料，請填 ${actor.companyNo} 或留空` })
}

/** @throws M12 when the actor may read the record as a member of the group, but it belongs to another company */
export function assertInScope(model: EntityModel, actor: Actor, record: RecordValues, changes: RecordValues = {}): void {
  const reach = reachOf(model, actor)
  if (reach.kind === 'all') return
  const isOwn = reach.kind === 'own' && record[reach.scope] === actor.companyNo
  const isKept = reach.kind === 'own' && (changes[reach.scope] === undefined || changes[reach.scope] === actor.companyNo)
  if (!isOwn || !isKept) throw apiError('M12')
}

/** True for users who see the rows of their own company only. */
export function isScoped(actor: Actor): boolean {
  return actor.userType !== userType.staff || actor.readableCompanyNos !== null
}

function readableNos(actor: Actor): readonly string[] {
  return actor.userType === userType.corporate ? [] : (actor.readableCompanyNos ?? [])
}
