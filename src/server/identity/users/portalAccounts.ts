import { userType } from '../../../rules/codes.generated.ts'
import { json } from '../../platform/database/json.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { makePasswordLink } from '../passwords/passwordLink.ts'
import { endSessionsOfUsers, raiseUserVersion } from '../tokens/sessions.ts'

/** The role of every portal user (domain 6). */
const portalRole = 'CORP'

/** Life of an invitation; afterwards staff send another one, or its owner asks for a new password. */
const invitationDays = 7
const dayMs = 24 * 60 * 60 * 1000

export interface NewPortalAccount {
  /** E-mail address: the account name too. */
  readonly email: string
  readonly fullName: string
  readonly phoneNumber: string
  readonly jobTitle: string | null
  readonly corporateNo: string
  /** Who approved it. */
  readonly createdBy: string
  readonly now: Date
}

/** How the owner of a new account comes in: by a link that is good once. */
export interface Invitation {
  readonly userName: string
  readonly token: string
  readonly days: number
}

/** What the area of corporate members needs of accounts; all inside the caller's transaction. */
export interface PortalAccounts {
  /** True when any account, deleted ones too, has this name. */
  isTaken(db: Executor, email: string): Promise<boolean>
  /** Makes the account of a new member, without a password: its owner sets the first one. */
  create(trx: Trx, account: NewPortalAccount): Promise<Invitation>
  /** Another invitation in place of one that was never used. @returns undefined when the owner has chosen a password already */
  inviteAgain(trx: Trx, corporateNo: string, now: Date): Promise<Invitation | undefined>
  /** Disabling ends all sessions of the member; the caller calls `app.sessions.forgetAll()` after its commit. */
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

/** Also accounts from before invitations, with a first password that nobody has used; it is good no more. */
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
