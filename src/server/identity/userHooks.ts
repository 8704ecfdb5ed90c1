import { userStatus, userType } from '../../rules/codes.generated.ts'
import type { Executor } from '../platform/database/tables.ts'
import { fieldsError, textError } from '../platform/errors.ts'
import type { Mail } from '../platform/mail/outbox.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks, RecordOf, RecordValues } from '../records/hooks.ts'
import { accountCreatedMail } from './passwords/mails.ts'
import type { PasswordHasher } from './passwords/passwordHasher.ts'
import { findPasswordProblem } from './passwords/passwordPolicy.ts'
import { storePassword, unlockAccount } from './passwords/passwordStore.ts'
import { createTemporaryPassword } from './passwords/temporaryPassword.ts'
import { accountsAbove, assertNotAccountAbove } from './permissions/accountAbove.ts'
import { systemAdministratorRole } from './permissions/defaultRoles.ts'
import { assertMayGrant, assertMayGrantAdministration } from './permissions/granting.ts'
import { endSessionsOfUsers, raiseUserVersion } from './tokens/sessions.ts'
import { findRoles, hasOtherAdministrator, softDeleteUser } from './userQueries.ts'
import { findPreparedPassword } from './users/preparedPasswords.ts'

/** Error texts of domain 4.3. */
const texts = {
  deleteSelf: '不可刪除自己的帳號。',
  disableSelf: '不可停用自己的帳號。',
  lastAdministrator: '至少須保留一位系統管理員。',
  ownRoles: '不可變更自己的角色。',
  roles: '角色 須為相同使用者類型且啟用中',
} as const

export interface UserHookServices {
  readonly hasher: PasswordHasher
  readonly publicUrl: string
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
  forgetSessions(): void
}

/** Rules of 使用者管理 (domain 4.3). */
export function createUserHooks(services: UserHookServices): RecordHooks<'user'> {
  return {
    async beforeCreate(context, input) {
      const given = passwordOf(context.extra)
      const problem = given && findPasswordProblem(given, { userName: input.userName })
      if (problem) throw fieldsError({ initialPassword: problem })
      await checkRoles(context, input, [])
      return { ...input, companyNo: input.userType === userType.merchant ? input.companyNo : null, ...statusOf(input.isEnabled !== false) }
    },
    afterCreate: (context, record) => giveFirstPassword(services, context, record),

    async beforeUpdate(context, before, changes) {
      await assertNotAccountAbove(context.trx, context.actor, before.id)
      if (changes.roles !== undefined) await checkNewRoles(context, before, changes)
      if (changes.isEnabled === false && before.id === context.actor.id) throw textError(409, texts.disableSelf, 'USER_SELF')
      if (changes.isEnabled === false || losesAdministration(before, changes)) await assertOtherAdministrator(context, before)
      return changes.isEnabled === undefined ? changes : { ...changes, ...statusOf(changes.isEnabled === true) }
    },
    afterUpdate: (context, before, after) => applyToSessions(services, context, before, after),

    async beforeDelete(context, record): Promise<'handled'> {
      if (record.id === context.actor.id) throw textError(409, texts.deleteSelf, 'USER_SELF')
      await assertNotAccountAbove(context.trx, context.actor, record.id)
      await assertOtherAdministrator(context, record)
      await softDeleteUser(context.trx, record.id, context.actor.userName, context.now)
      await endSessionsOfUsers(context.trx, [record.id], 'deleted', context.now)
      context.afterCommit(services.forgetSessions)
      return 'handled'
    },
    async deniedActions({ db, actor }, rows) {
      const above = await accountsAbove(
        db,
        actor,
        rows.map((row) => ({ userType: row.userType, roles: row.roles })),
      )
      // The own password is changed on another page, which asks for the current one.
      return rows.map((row, index) => {
        if (row.id === actor.id) return ['delete', 'resetPassword']
        return above[index] ? ['edit', 'delete', 'unlock', 'resetPassword'] : []
      })
    },
    transitions: {
      async unlock(context, record) {
        await assertNotAccountAbove(context.trx, context.actor, record.id)
        await unlockAccount(context.trx, record.id, record.userName)
        context.afterCommit(services.forgetSessions)
        return undefined
      },
    },
  }
}

type User = RecordOf<'user'>

function statusOf(isEnabled: boolean) {
  return { isEnabled, status: isEnabled ? userStatus.enabled : userStatus.disabled }
}

function passwordOf(extra: RecordValues): string | undefined {
  return typeof extra.initialPassword === 'string' && extra.initialPassword !== '' ? extra.initialPassword : undefined
}

/**
 * The initial password: the one entered, one prepared for an import, or a new random one that is mailed. It has to be changed at the first
 * sign-in.
 */
async function giveFirstPassword(services: UserHookServices, { trx, extra, now }: HookContext, user: User): Promise<void> {
  const given = passwordOf(extra)
  const prepared = findPreparedPassword(user.userName)
  const password = given ?? prepared?.password ?? createTemporaryPassword()
  const passwordHash = prepared && !given ? prepared.passwordHash : await services.hasher.hash(password)
  await storePassword(trx, { userId: user.id, passwordHash, isTemporary: true, now })
  if (given) return
  await services.enqueueMail(
    trx,
    accountCreatedMail({
      email: user.email,
      fullName: user.fullName,
      userName: user.userName,
      password,
      publicUrl: services.publicUrl,
    }),
  )
}

/** @throws 400 for roles of another type of user, 409 for roles with permissions that the actor does not have */
async function checkRoles({ trx, actor }: HookContext, user: NewRecordOf<'user'>, before: readonly string[]): Promise<void> {
  const roleCodes = user.roles
  const roles = await findRoles(trx, roleCodes)
  const added = roles.filter((role) => !before.includes(role.roleCode))
  const isFit = roles.length === roleCodes.length && added.every((role) => role.userType === user.userType && role.isEnabled)
  if (!isFit) throw fieldsError({ roles: texts.roles })
  // The administrator role needs its own check, because its holders may grant anything, whatever permissions the role itself has.
  if (added.some(({ roleCode }) => roleCode === systemAdministratorRole)) assertMayGrantAdministration(actor)
  assertMayGrant(
    added.flatMap((role) => role.permissions),
    actor,
  )
}

async function checkNewRoles(context: HookContext, before: User, changes: ChangesOf<'user'>): Promise<void> {
  if (before.id === context.actor.id) throw textError(409, texts.ownRoles, 'USER_OWN_ROLES')
  await checkRoles(context, { ...before, ...changes }, before.roles)
}

function losesAdministration(before: User, changes: ChangesOf<'user'>): boolean {
  if (changes.roles === undefined) return false
  return before.roles.includes(systemAdministratorRole) && !changes.roles.includes(systemAdministratorRole)
}

async function assertOtherAdministrator({ trx }: HookContext, user: User): Promise<void> {
  if (!user.roles.includes(systemAdministratorRole)) return
  if (!(await hasOtherAdministrator(trx, user.id))) throw textError(409, texts.lastAdministrator, 'USER_LAST_ADMIN')
}

/** A disabled user, or one whose roles changed, has to sign in again. Other changes reach the claims at the next refresh. */
async function applyToSessions(services: UserHookServices, context: HookContext, before: User, after: User): Promise<void> {
  const { trx, now } = context
  const hasOtherRoles = JSON.stringify(before.roles) !== JSON.stringify(after.roles)
  if (before.isEnabled && !after.isEnabled) {
    await trx.updateTable('appUser').set({ lockedUntil: null }).where('id', '=', after.id).execute()
    await endSessionsOfUsers(trx, [after.id], 'disabled', now)
  } else if (hasOtherRoles) await endSessionsOfUsers(trx, [after.id], 'role', now)
  else await raiseUserVersion(trx, after.id)
  context.afterCommit(services.forgetSessions)
}
