import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { userType } from '../../rules/codes.generated.ts'
import type { Actor } from '../platform/actor.ts'
import { apiError, fieldsError } from '../platform/errors.ts'
import type { RecordValues } from './hooks.ts'
import { type EntityModel, fieldOf } from './model.ts'
import type { Storage } from './storage/storage.ts'

/**
 * Condition for the rows that an actor may read at all. In an entity with a `scope` field, a merchant user sees the rows of the own
 * company, and those of its group when allowed. A corporate member reads no scoped entity through the engine. Of an entity without a table
 * and without a scope, neither sees anything: a document could otherwise lose its scope while a merchant role may open its screen.
 */
export function scopeCondition(storage: Storage, actor: Actor): RawBuilder<SqlBool> {
  const { scope } = storage.model.entity
  if (!isScoped(actor)) return sql`true`
  if (scope === undefined) return isForStaff(storage.model) ? sql`false` : sql`true`
  const readable = readableNos(actor)
  if (readable.length === 0) return sql`false`
  return sql`${storage.expression(fieldOf(storage.model, scope))} in (${sql.join(readable)})`
}

/** Sets the actor's own company in a new record, whatever the request contained. */
export function forceScope(model: EntityModel, actor: Actor, values: RecordValues): RecordValues {
  const { scope } = model.entity
  if (!isScoped(actor) || (scope === undefined && !isForStaff(model))) return values
  if (scope === undefined || actor.companyNo === null) throw apiError('M12')
  return { ...values, [scope]: actor.companyNo }
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
  const { scope } = model.entity
  if (!isScoped(actor) || (scope === undefined && !isForStaff(model))) return
  const own =
    scope !== undefined && record[scope] === actor.companyNo && (changes[scope] === undefined || changes[scope] === actor.companyNo)
  if (!own) throw apiError('M12')
}

/** Records of nobody in particular, described by a document alone. */
function isForStaff({ entity }: EntityModel): boolean {
  return entity.table === undefined && entity.scope === undefined
}

/** True for users who see the rows of their own company only. */
export function isScoped(actor: Actor): boolean {
  return actor.userType !== userType.staff || actor.readableCompanyNos !== null
}

function readableNos(actor: Actor): readonly string[] {
  return actor.userType === userType.corporate ? [] : (actor.readableCompanyNos ?? [])
}
