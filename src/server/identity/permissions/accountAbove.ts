import { userType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import { type Account, findAccountById } from '../accounts.ts'
import { findRoles } from '../userQueries.ts'
import { systemAdministratorRole } from './defaultRoles.ts'
import { mayGrantAnything } from './granting.ts'

/**
 * Refuses to change, reset or unlock an account with more permissions than the actor has. A new e-mail address or password would let the
 * actor take the account over, and unlocking would let its password be guessed on.
 *
 * @throws M12
 */
export async function assertNotAccountAbove(db: Executor, actor: Actor, userId: number): Promise<void> {
  if (mayGrantAnything(actor) || actor.id === userId) return
  const account = await findAccountById(db, userId)
  if (account && (await isAbove(db, actor, account))) throw apiError('M12')
}

/** Checks many accounts at once, by type and roles. */
export async function accountsAbove(
  db: Executor,
  actor: Actor,
  accounts: readonly Pick<Account, 'userType' | 'roles'>[],
): Promise<readonly boolean[]> {
  if (mayGrantAnything(actor)) return accounts.map(() => false)
  const held = new Map((await findRoles(db, [...new Set(accounts.flatMap(({ roles }) => roles))])).map((role) => [role.roleCode, role]))
  return accounts.map(({ roles, ...account }) => {
    const grants = roles.flatMap((role) => held.get(role)?.permissions ?? [])
    const isCorporate = account.userType === userType.corporate
    return isCorporate || roles.includes(systemAdministratorRole) || grants.some((permission) => !actor.permissions.has(permission))
  })
}

/**
 * True for an account above the actor. A system administrator may grant anything, whatever permissions that role has now. A corporate
 * member owns points, for which the console has no permission. Disabled roles count, because they may be enabled after the password is
 * known.
 */
async function isAbove(db: Executor, actor: Actor, account: Account): Promise<boolean> {
  const [above = true] = await accountsAbove(db, actor, [account])
  return above
}
