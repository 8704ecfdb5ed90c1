import { type RawBuilder, sql } from 'kysely'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import { resourcesWithDictionary } from '../../../language/catalog/dictionaryUses.ts'
import { userType } from '../../../rules/codes.generated.ts'
import { endedLast, endedOption, type PlainOption } from '../../../rules/dictionaryOptions.ts'
import { type Actor, systemActor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** As for other dictionaries of records. */
const optionsMax = 1000

interface UserOptionsRequest {
  readonly db: Executor
  readonly actor: Actor
  /** A permission, which whoever is chosen must have. */
  readonly strArg?: string
}

interface Colleague {
  readonly userName: string
  readonly fullName: string
  readonly isActive: boolean
  readonly isMeant: boolean
  /** Somebody else of the same house has the same name. */
  readonly isNamesake: boolean
}

/**
 * Options of dictionary `User`: the colleagues of who asks, by account. Staff choose among staff, and a merchant's users among those of
 * their own company; nobody is told the names of another house. Who is disabled, or has not the permission that is asked for, is named and
 * not chosen: records and searches still speak of them. Accounts are what one signs in with, so they are told only to whom a screen with
 * such a field is granted.
 */
export function createUserOptions(catalog: () => Catalog) {
  return async (request: UserOptionsRequest): Promise<readonly PlainOption[]> =>
    isAsking(request.actor, catalog()) ? userOptions(request) : []
}

const known = new WeakMap<Catalog, ReadonlySet<string>>()

function isAsking(actor: Actor, catalog: Catalog): boolean {
  const resources = known.get(catalog) ?? resourcesWithDictionary(catalog, 'User')
  known.set(catalog, resources)
  return actor.id === systemActor.id || [...resources].some((resource) => hasAnyOf(actor, resource))
}

async function userOptions({ db, actor, strArg: permission }: UserOptionsRequest): Promise<readonly PlainOption[]> {
  const house = houseOf(actor)
  if (house === null) return []
  const isMeant = permission === undefined ? sql`true` : isKnowingOf(actor, permission) ? hasPermission(permission) : sql`false`
  const { rows } = await sql<Colleague>`
    select u.user_name, u.full_name, ${isActive} as is_active, ${isMeant} as is_meant, ${isNamesake} as is_namesake
    from app_user u where ${house}
    order by not ${isActive}, u.full_name, u.user_name limit ${optionsMax}`.execute(db)
  return endedLast(
    rows.map((colleague) => (colleague.isActive && !colleague.isMeant ? { ...optionOf(colleague), ended: true } : optionOf(colleague))),
  )
}

/** Names of stored accounts, as far as they are of the reader's own house. */
export async function userLabels(db: Executor, keys: readonly string[], reader: Actor = systemActor): Promise<readonly PlainOption[]> {
  const house = houseOf(reader)
  if (house === null) return []
  const names = keys.map((key) => key.toLowerCase())
  const { rows } = await sql<Omit<Colleague, 'isMeant'>>`
    select u.user_name, u.full_name, ${isActive} as is_active, ${isNamesake} as is_namesake
    from app_user u where lower(u.user_name) = any(${names}::text[]) and ${house}`.execute(db)
  return rows.map(optionOf)
}

const isActive = sql`(u.is_enabled and u.deleted_at is null)`

const isNamesake = sql`exists (
  select from app_user other where other.user_type = u.user_type and other.full_name = u.full_name and other.id <> u.id
    and other.company_no is not distinct from u.company_no)`

/** Null for whoever has no colleagues here: corporate members. */
function houseOf(actor: Actor): RawBuilder<boolean> | null {
  if (actor.userType === userType.staff) return sql`u.user_type = ${sql.lit(userType.staff)}`
  return actor.companyNo === null ? null : sql`(u.user_type = ${sql.lit(userType.merchant)} and u.company_no = ${actor.companyNo})`
}

/**
 * Who may do what is told to those alone who have to do with the same screen. Otherwise anybody could ask who administers accounts.
 *
 * @param permission `demo.complaints.edit`
 */
function isKnowingOf(actor: Actor, permission: string): boolean {
  return actor.id === systemActor.id || hasAnyOf(actor, permission.slice(0, Math.max(0, permission.lastIndexOf('.'))))
}

function hasAnyOf({ permissions }: Actor, resource: string): boolean {
  return [...permissions].some((own) => own.startsWith(`${resource}.`))
}

function hasPermission(permission: string): RawBuilder<boolean> {
  return sql`exists (select from app_role r where r.is_enabled and u.roles @> to_jsonb(r.role_code) and r.permissions @> to_jsonb(${permission}::text))`
}

function optionOf({ userName, fullName, isActive, isNamesake }: Omit<Colleague, 'isMeant'>): PlainOption {
  const option = { key: userName, value: isNamesake ? `${fullName}（${userName}）` : fullName }
  return isActive ? option : endedOption(option, '已停用')
}
