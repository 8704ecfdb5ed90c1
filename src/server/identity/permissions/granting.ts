import type { Actor } from '../../platform/actor.ts'
import { textError } from '../../platform/errors.ts'
import { systemAdministratorRole } from './defaultRoles.ts'

/** Error texts of domain 4.3. */
export const grantTexts = {
  notHeld: '不可授予自己沒有的權限。',
  merchant: '特約商角色不可包含此功能。',
} as const

/**
 * True for jobs and demo data, which act for the installation, and for system administrators, who may grant what they do not use
 * themselves.
 */
export function mayGrantAnything(actor: Actor): boolean {
  return actor.id === 0 || actor.roles.includes(systemAdministratorRole)
}

/** @throws 409 when the actor would grant a permission that it does not have */
export function assertMayGrant(permissions: readonly string[], actor: Actor): void {
  if (mayGrantAnything(actor)) return
  if (permissions.some((permission) => !actor.permissions.has(permission))) throw textError(409, grantTexts.notHeld, 'ROLE_GRANT')
}

/** @throws 409 unless the actor is a system administrator */
export function assertMayGrantAdministration(actor: Actor): void {
  if (!mayGrantAnything(actor)) throw textError(409, grantTexts.notHeld, 'ROLE_GRANT')
}
