import { taipeiDate } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { findAccountById } from '../accounts.ts'
import { isBlocked } from '../login/refreshLogin.ts'
import { mustChangePassword } from '../tokens/claims.ts'
import { actorOf, readableCompaniesOf } from './actorOf.ts'

/** A user who is not signed in, for work that they have asked for. */
export interface AbsentUser {
  readonly actor: Actor
  readonly email: string
  /** The user could sign in, but only to change the password. */
  readonly mustChangePassword: boolean
}

/** With the rights that the user has now; undefined when the user could not sign in. */
export async function findAbsentUser(db: Executor, userId: number, now: Date): Promise<AbsentUser | undefined> {
  const account = await findAccountById(db, userId)
  if (account === undefined || !account.isEnabled || isBlocked(account)) return undefined
  const today = taipeiDate(now)
  const access = { sessionId: null, ipAddress: null, readableCompanyNos: await readableCompaniesOf(db, account, today) }
  return { actor: actorOf(account, access), email: account.email, mustChangePassword: mustChangePassword(account, today) }
}
