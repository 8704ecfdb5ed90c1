import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { refuse } from '../../platform/errors.ts'
import { findAccountById } from '../accounts.ts'
import { mayGrantAnything } from '../permissions/granting.ts'

/**
 * Nobody changes the account of somebody who may do more: a new e-mail address or password would be a way to become that person.
 *
 * @throws M12
 */
export async function refuseAccountAbove(db: Executor, actor: Actor, userId: number): Promise<void> {
  if (mayGrantAnything(actor) || actor.id === userId) return
  const account = await findAccountById(db, userId)
  if (account?.permissions.some((permission) => !actor.permissions.has(permission))) throw refuse('M12')
}
