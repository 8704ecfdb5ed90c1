import { userType } from '../../../rules/codes.generated.ts'
import { json } from '../../platform/database/json.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { makePasswordLink } from '../passwords/passwordLink.ts'
import { endSessionsOfUsers, raiseUserVersion } from '../tokens/sessions.ts'

/** Role of all portal users (domain 6). */
const portalRole = 'CORP'

/** Days for which an invitation is valid; afterwards staff send another one, or the owner asks for a new password. */
const invitationDays = 7
const dayMs = 24 * 60 * 60 * 1000

export interface NewPortalAccount {
  /** E-mail address, which is also the account name. */
  readonly email: string
  readonly fullName: string
  readonly phoneNumber: string
  readonly jobTitle: string | null
  readonly corporateNo: string
  /** User who approved the member. */
  readonly createdBy: string
  readonly now: Date
}

/** A link that is valid once, by which the owner of a new account signs in for the first time. */
export interface Invitation {
  readonly userName: string
  readonly token: string
  readonly days: number
}

/** Account operations for the area of corporate members, all within the caller's transaction. */
export interface PortalAccounts {
  /** True when any account has this name, even a deleted one. */
  isTaken(db: Executor, email: string): Promise<boolean>
  /** Creates the account of a new member without a password, because its owner chooses the first one. */
  create(trx: Trx, account: NewPortalAccount): Promise<Invitation>
  /** Replaces an unused invitation. @returns undefined when the owner has chosen a password already */
  inviteAgain(trx: Trx, corporateNo: string, now: Date): Promise<Invitation | undefined>
  /**
   * Enables or disables the accounts of a member. Disabling ends all sessions; the caller calls `app.sessions.forgetAll()` after its
   * commit.
   */
  setEnabled(trx: Trx, corporateNo: string, isEnabled: boolean, now: Date): Promise<void>
}

export function createPortalAccounts(): PortalAccounts {
  return {
    async isTaken(db, email) {
      const name = email.trim().toLowerCase()
      const found = await db
        .selectFrom('appUser')
        .select('id')
        .where((where) => where(where.fn<string>('lower', ['userName']), '=', name))
        .executeTakeFirst()
      return found !== undefined
    },
    create: createAccount,
    inviteAgain,
    setEnabled,
  }
}

async function createAccount(trx: Trx, account: NewPortalAccount): Promise<Invitation> {
  const { id } = await trx
    .insertInto('appUser')
    .values({
      userName: account.email,
      fullName: account.fullName,
      email: account.email,
      phoneNumber: account.phoneNumber,
      jobTitle: account.jobTitle,
      userType: userType.corporate,
      companyNo: null,
      corporateNo: account.corporateNo,
      rewardPointId: null,
      roles: json([portalRole]),
      lockedUntil: null,
      lastLoginAt: null,
      passwordHash: null,
      passwordChangedAt: null,
      limitDate: null,
      deletedAt: null,
      createdBy: account.createdBy,
      createdAt: account.now,
      updatedBy: null,
      updatedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return invite(trx, { id, userName: account.email }, account.now)
}

async function invite(trx: Trx, user: { readonly id: number; readonly userName: string }, now: Date): Promise<Invitation> {
  const token = await makePasswordLink(trx, { userId: user.id, now, lifeMs: invitationDays * dayMs })
  return { userName: user.userName, token, days: invitationDays }
}

/** Also covers accounts made before invitations existed, whose initial password was never used; that password becomes invalid. */
async function inviteAgain(trx: Trx, corporateNo: string, now: Date): Promise<Invitation | undefined> {
  const user = await trx
    .selectFrom('appUser')
    .select(['id', 'userName'])
    .where('corporateNo', '=', corporateNo)
    .where('deletedAt', 'is', null)
    .where('lastLoginAt', 'is', null)
    .where((where) => where.or([where('passwordHash', 'is', null), where('mustChangePassword', '=', true)]))
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  await trx.updateTable('appUser').set({ passwordHash: null, mustChangePassword: false }).where('id', '=', user.id).execute()
  return invite(trx, user, now)
}

async function setEnabled(trx: Trx, corporateNo: string, isEnabled: boolean, now: Date): Promise<void> {
  const users = await trx
    .updateTable('appUser')
    .set({ isEnabled, status: isEnabled ? '1' : '0', lockedUntil: null })
    .where('corporateNo', '=', corporateNo)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute()
  const ids = users.map((user) => user.id)
  for (const id of ids) await raiseUserVersion(trx, id)
  if (!isEnabled) await endSessionsOfUsers(trx, ids, 'disabled', now)
}
