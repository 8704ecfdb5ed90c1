import { taipeiDate } from '../../rules/dates.ts'
import type { PredicateScope, UserScope } from './predicate.ts'

/** The `now` of predicates for an instant. */
export function nowScope(instant: Date): NonNullable<PredicateScope['now']> {
  return { date: taipeiDate(instant), time: instant.toISOString() }
}

/** The `user` of predicates, from the server's actor or the console's session user. */
export function userScope(user: {
  readonly userName: string
  readonly userType: string
  readonly companyNo: string | null
  readonly roles: readonly string[]
  readonly permissions: Iterable<string>
}): UserScope {
  const { userName, userType, companyNo, roles } = user
  return { userName, userType, companyNo, roles, permissions: [...user.permissions] }
}
