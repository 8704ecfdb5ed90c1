import { userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import { type Account, findAccountById } from '../accounts.ts'
import { assertNotAccountAbove } from '../permissions/accountAbove.ts'
import type { IdentityServices } from '../services.ts'
import { endSessionsOfUsers } from '../tokens/sessions.ts'
import { isCurrentPassword } from './currentPassword.ts'
import { findPasswordProblem, passwordTexts } from './passwordPolicy.ts'
import { isRecentPassword, storePassword } from './passwordStore.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

/**
 * Changes the user's own password. All sessions of the user end, including this one (domain 4.1: back to /login).
 *
 * @throws 400 with the text of the violated rule, 429 after five wrong current passwords
 */
export async function changeOwnPassword(services: IdentityServices, actor: Actor, change: PasswordChange): Promise<void> {
  const account = await getAccount(services, actor.id)
  if (!(await isCurrentPassword(services, account, change.currentPassword)))
    throw fieldsError({ currentPassword: passwordTexts.wrongCurrent })
  assertSamePassword(change.newPassword, change.confirmPassword)
  const passwordHash = await hashNewPassword(services, account, change.newPassword)
  await transact(services.db, (trx) => replacePassword(services, trx, { actor, account, passwordHash, isTemporary: false }))
}

/**
 * The help desk sets a new password, which the user has to change at the next sign-in. The user's sessions end.
 *
 * @throws M08 unknown account, M12 when the account has more permissions than the actor, 400 with the text of the violated rule
 */
export async function resetPassword(services: IdentityServices, actor: Actor, userId: number, newPassword: string): Promise<void> {
  const account = await getAccount(services, userId)
  if (actor.companyNo !== null && account.companyNo !== actor.companyNo) throw apiError('M08')
  await assertNotAccountAbove(services.db, actor, userId)
  const passwordHash = await hashNewPassword(services, account, newPassword)
  await transact(services.db, async (trx) => {
    // Checked again on the locked row, because the account may have got more permissions while the password was hashed.
    await trx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute()
    await assertNotAccountAbove(trx, actor, userId)
    await replacePassword(services, trx, { actor, account, passwordHash, isTemporary: true })
  })
}

/** @throws 400 when the two inputs differ */
export function assertSamePassword(newPassword: string, confirmPassword: string): void {
  if (newPassword !== confirmPassword) throw fieldsError({ confirmPassword: passwordTexts.different })
}

/** @throws 400 with the text of the violated rule */
export async function hashNewPassword(services: IdentityServices, account: Account, newPassword: string): Promise<string> {
  const problem = findPasswordProblem(newPassword, account)
  if (problem) throw fieldsError({ newPassword: problem })
  const isRecent = await isRecentPassword(services.db, services.hasher, account.id, newPassword)
  if (isRecent) throw fieldsError({ newPassword: passwordTexts.recent })
  return services.hasher.hash(newPassword)
}

export interface Replacement {
  readonly actor: Actor
  readonly account: Account
  readonly passwordHash: string
  readonly isTemporary: boolean
}

/** Stores the password, ends all sessions of the user, and logs who did it. */
export async function replacePassword(services: IdentityServices, trx: Trx, change: Replacement): Promise<void> {
  const { actor, account, passwordHash, isTemporary } = change
  const now = services.clock.now()
  await storePassword(trx, { userId: account.id, passwordHash, isTemporary, now })
  await endSessionsOfUsers(trx, [account.id], 'password', now)
  await writeUserAction(trx, {
    actor,
    userActionType: userActionType.other,
    action: isTemporary ? `重設密碼 ${account.userName}` : `變更密碼 ${account.userName}`,
    entity: 'user',
    entityId: account.id,
  })
}

async function getAccount(services: IdentityServices, userId: number): Promise<Account> {
  const account = await findAccountById(services.db, userId)
  if (!account) throw apiError('M08')
  return account
}
