import type { Executor } from '../platform/database/tables.ts'
import { refuseFields, refuseWith } from '../platform/errors.ts'
import type { Mail } from '../platform/mail/outbox.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../records/hooks.ts'
import type { PasswordHasher } from './passwords/passwordHasher.ts'
import { findPasswordProblem } from './passwords/passwordPolicy.ts'
import { storePassword, unlockAccount } from './passwords/passwordStore.ts'
import { createTemporaryPassword } from './passwords/temporaryPassword.ts'
import { systemAdministratorRole } from './permissions/defaultRoles.ts'
import { refuseGrantOf, refuseGrantOfAdministration } from './permissions/granting.ts'
import type { UserType } from './tables.ts'
import { endSessionsOfUsers, raiseUserVersion } from './tokens/sessions.ts'
import { accountsAbove, refuseAccountAbove } from './users/accountAbove.ts'
import { accountCreatedMail } from './users/mails.ts'
import { findPreparedPassword } from './users/preparedPasswords.ts'
import { findRoles, hasOtherAdministrator, softDeleteUser } from './users/userQueries.ts'

/** Refusal texts of domain 4.3. */
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
export function createUserHooks(services: UserHookServices): RecordHooks {
  return {
    async beforeCreate(context, input) {
      const given = passwordOf(context.extra)
      const problem = given && findPasswordProblem(given, { userName: String(input.userName) })
      if (problem) throw refuseFields({ initialPassword: problem })
      await checkRoles(context, input, [])
      return { ...input, companyNo: input.userType === '2' ? input.companyNo : null, ...statusOf(input.isEnabled !== false) }
    },
    afterCreate: (context, record) => giveFirstPassword(services, context, record),

    async beforeUpdate(context, before, changes) {
      await refuseAccountAbove(context.trx, context.actor, before.id)
      if (changes.roles !== undefined) await checkNewRoles(context, before, changes)
      if (changes.isEnabled === false && before.id === context.actor.id) throw refuseWith(409, texts.disableSelf, 'USER_SELF')
      if (changes.isEnabled === false || losesAdministration(before, changes)) await keepAdministrator(context, before)
      return changes.isEnabled === undefined ? changes : { ...changes, ...statusOf(changes.isEnabled === true) }
    },
    afterUpdate: (context, before, after) => applyToSessions(services, context, before, after),

    async beforeDelete(context, record): Promise<'handled'> {
      if (record.id === context.actor.id) throw refuseWith(409, texts.deleteSelf, 'USER_SELF')
      await refuseAccountAbove(context.trx, context.actor, record.id)
      await keepAdministrator(context, record)
      await softDeleteUser(context.trx, record.id, context.actor.userName, context.now)
      await endSessionsOfUsers(context.trx, [record.id], 'deleted', context.now)
      context.afterCommit(services.forgetSessions)
      return 'handled'
    },
    async deniedActions({ db, actor }, rows) {
      const above = await accountsAbove(
        db,
        actor,
        rows.map((row) => ({ userType: row.userType as UserType, roles: listOf(row.roles) })),
      )
      // The own password is changed on a page of its own, which asks for the present one.
      return rows.map((row, index) => {
        if (row.id === actor.id) return ['delete', 'resetPassword']
        return above[index] ? ['edit', 'delete', 'unlock', 'resetPassword'] : []
      })
    },
    transitions: {
      async unlock(context, record) {
        await refuseAccountAbove(context.trx, context.actor, record.id)
        await unlockAccount(context.trx, record.id, String(record.userName))
        context.afterCommit(services.forgetSessions)
        return undefined
      },
    },
  }
}

function statusOf(isEnabled: boolean): RecordValues {
  return { isEnabled, status: isEnabled ? '1' : '0' }
}

function passwordOf(extra: RecordValues): string | undefined {
  return typeof extra.initialPassword === 'string' && extra.initialPassword !== '' ? extra.initialPassword : undefined
}

/** The password somebody gave, one made for an import, or a new random one that is mailed; it must be changed at the first sign-in. */
async function giveFirstPassword(services: UserHookServices, { trx, extra, now }: HookContext, user: StoredRecord): Promise<void> {
  const given = passwordOf(extra)
  const prepared = findPreparedPassword(String(user.userName))
  const password = given ?? prepared?.password ?? createTemporaryPassword()
  const passwordHash = prepared && !given ? prepared.passwordHash : await services.hasher.hash(password)
  await storePassword(trx, { userId: user.id, passwordHash, isTemporary: true, now })
  if (given) return
  await services.enqueueMail(
    trx,
    accountCreatedMail({
      email: String(user.email),
      fullName: String(user.fullName),
      userName: String(user.userName),
      password,
      publicUrl: services.publicUrl,
    }),
  )
}

/** @throws 400 for roles of another kind of user, 409 for roles that hold more than the actor */
async function checkRoles({ trx, actor }: HookContext, user: RecordValues, before: readonly string[]): Promise<void> {
  const roleCodes = listOf(user.roles)
  const roles = await findRoles(trx, roleCodes)
  const added = roles.filter((role) => !before.includes(role.roleCode))
  const isFit = roles.length === roleCodes.length && added.every((role) => role.userType === user.userType && role.isEnabled)
  if (!isFit) throw refuseFields({ roles: texts.roles })
  // Whoever has this role may grant anything, also where the role itself holds no more than the giver.
  if (added.some(({ roleCode }) => roleCode === systemAdministratorRole)) refuseGrantOfAdministration(actor)
  refuseGrantOf(
    added.flatMap((role) => role.permissions),
    actor,
  )
}

async function checkNewRoles(context: HookContext, before: StoredRecord, changes: RecordValues): Promise<void> {
  if (before.id === context.actor.id) throw refuseWith(409, texts.ownRoles, 'USER_OWN_ROLES')
  await checkRoles(context, { ...before, ...changes }, listOf(before.roles))
}

function losesAdministration(before: StoredRecord, changes: RecordValues): boolean {
  if (changes.roles === undefined) return false
  return listOf(before.roles).includes(systemAdministratorRole) && !listOf(changes.roles).includes(systemAdministratorRole)
}

async function keepAdministrator({ trx }: HookContext, user: StoredRecord): Promise<void> {
  if (!listOf(user.roles).includes(systemAdministratorRole)) return
  if (!(await hasOtherAdministrator(trx, user.id))) throw refuseWith(409, texts.lastAdministrator, 'USER_LAST_ADMIN')
}

/** A disabled user or one with other roles must sign in again; other changes reach the claims by a refresh. */
async function applyToSessions(services: UserHookServices, context: HookContext, before: StoredRecord, after: StoredRecord): Promise<void> {
  const { trx, now } = context
  const hasOtherRoles = JSON.stringify(before.roles) !== JSON.stringify(after.roles)
  if (before.isEnabled === true && after.isEnabled === false) {
    await trx.updateTable('appUser').set({ lockedUntil: null }).where('id', '=', after.id).execute()
    await endSessionsOfUsers(trx, [after.id], 'disabled', now)
  } else if (hasOtherRoles) await endSessionsOfUsers(trx, [after.id], 'role', now)
  else await raiseUserVersion(trx, after.id)
  context.afterCommit(services.forgetSessions)
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
