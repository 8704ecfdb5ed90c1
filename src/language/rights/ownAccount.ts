import { userType } from '../../rules/codes.generated.ts'
import type { Property } from '../documents/entity.ts'
import { dictionaryOf } from '../entity/property.ts'
import type { UserScope } from '../predicate/predicate.ts'

/** Dictionary of the accounts of colleagues. */
export const colleagues = 'User'

/**
 * The account with which a field marked by `x-me` starts: that of whoever creates the record, as far as they may be chosen there. Corporate
 * members are nobody's colleagues, and a field for people with a permission does not start with somebody who lacks it.
 *
 * @param user undefined for the system, which is no colleague either
 */
export function ownAccount(property: Property, user: UserScope | undefined): string | undefined {
  if (property['x-me'] !== true || user === undefined || user.userType === userType.corporate) return undefined
  const permission = dictionaryOf(property)?.strArg
  return permission === undefined || user.permissions.includes(permission) ? user.userName : undefined
}

/** True for a field that has a value for whoever creates the record, so that no form has to ask for it. */
export function startsForAll(property: Property | undefined): boolean {
  if (property === undefined) return false
  return property.default !== undefined || (property['x-me'] === true && dictionaryOf(property)?.strArg === undefined)
}
