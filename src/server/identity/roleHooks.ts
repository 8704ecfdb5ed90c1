import { sql } from 'kysely'
import { userType } from '../../rules/codes.generated.ts'
import { type MessageCode, message } from '../../rules/messages.ts'
import type { Trx } from '../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../platform/errors.ts'
import type { HookContext, NewRecordOf, RecordHooks, RecordOf } from '../records/hooks.ts'
import { systemAdministratorRole } from './permissions/defaultRoles.ts'
import { assertMayGrant, grantTexts, mayGrantAnything } from './permissions/granting.ts'
import { withForcedView } from './permissions/permissionName.ts'
import { findDutyWarning } from './permissions/separationOfDuties.ts'
import { endSessionsOfRole } from './tokens/sessions.ts'

const texts = {
  system: '系統預設角色不可刪除。',
  used: '此角色尚有使用者，無法刪除。',
  administrator: '至少須保留一位系統管理員。',
} as const

export interface RoleHookServices {
  /** True when a screen or a default role has the permission, so that a typing error is not stored. */
  isKnownPermission(permission: string): boolean
  /** True when a role for users of this type, who are not staff, may have the permission. */
  isForOutside(permission: string, forType: string): boolean
  /** Clears cached sessions; called after commit. */
  forgetSessions(): void
}

/** Rules of 角色管理 (domain 4.3). */
export function createRoleHooks(services: RoleHookServices): RecordHooks<'role'> {
  return {
    beforeCreate(context, input) {
      return { ...input, isSystem: input.isSystem === true, ...checkPermissions(services, context, input, []) }
    },
    beforeUpdate(context, before, changes) {
      if (before.roleCode === systemAdministratorRole) assertKeepsAdministration(context, { ...before, ...changes })
      // Enabling a role grants all its permissions to its holders.
      if (changes.isEnabled === true) assertMayGrant(before.permissions, context.actor)
      if (changes.permissions === undefined) return changes
      return { ...changes, ...checkPermissions(services, context, { ...before, ...changes }, before.permissions) }
    },
    async beforeDelete(context, record) {
      if (record.isSystem) throw textError(409, texts.system, 'ROLE_SYSTEM')
      if (await hasUsers(context.trx, record.roleCode)) throw textError(409, texts.used, 'ROLE_USED')
    },
    async deniedActions({ actor }, rows) {
      return rows.map((row) => {
        const isKept = row.isSystem || (row.userCount ?? 0) > 0
        const isLocked = row.roleCode === systemAdministratorRole && !mayGrantAnything(actor)
        return [...(isKept ? ['delete'] : []), ...(isLocked ? ['edit'] : [])]
      })
    },
    afterCreate(context, record) {
      warnOfDuties(context, 'M01', record)
    },
    async afterUpdate(context, before, after) {
      warnOfDuties(context, 'M02', after)
      if (!changesGrants(before, after)) return
      await endSessionsOfRole(context.trx, after.roleCode, context.now)
      context.afterCommit(services.forgetSessions)
    },
  }
}

/** Permissions that the administrator role must keep, because otherwise nobody could grant them again. */
const administration = ['authority.roles.edit', 'authority.users.edit']

function assertKeepsAdministration({ actor }: HookContext, role: NewRecordOf<'role'>): void {
  if (!mayGrantAnything(actor)) throw apiError('M12')
  const held = role.permissions
  const isKept = role.isEnabled && administration.every((permission) => held.includes(permission))
  if (!isKept) throw textError(409, texts.administrator, 'USER_LAST_ADMIN')
}

/** The permissions to store: with `view` added, known, allowed for the type of users, and held by the actor who adds them. */
function checkPermissions(services: RoleHookServices, { actor }: HookContext, role: NewRecordOf<'role'>, before: readonly string[]) {
  const permissions = withForcedView(role.permissions)
  const unknown = permissions.filter((permission) => !services.isKnownPermission(permission))
  if (unknown.length > 0) throw fieldsError({ permissions: `功能權限 格式錯誤：${unknown.slice(0, 3).join('、')}` })
  if (role.userType !== userType.staff && permissions.some((permission) => !services.isForOutside(permission, role.userType))) {
    throw textError(409, grantTexts.merchant, 'ROLE_MERCHANT')
  }
  assertMayGrant(
    permissions.filter((permission) => !before.includes(permission)),
    actor,
  )
  return { permissions }
}

/** Warns after every save when the role may both apply and approve. The role is stored anyway (domain 4.3). */
function warnOfDuties({ notice }: HookContext, success: MessageCode, role: RecordOf<'role'>): void {
  const warning = findDutyWarning(role.permissions)
  if (warning !== null) notice(`${message(success)} ${warning}`)
}

/** True when the holders of the role have to sign in again. */
function changesGrants(before: RecordOf<'role'>, after: RecordOf<'role'>): boolean {
  return before.isEnabled !== after.isEnabled || JSON.stringify(before.permissions) !== JSON.stringify(after.permissions)
}

async function hasUsers(trx: Trx, roleCode: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from app_user where deleted_at is null and roles @> ${JSON.stringify(roleCode)}::jsonb limit 1`.execute(trx)
  return rows.length > 0
}
