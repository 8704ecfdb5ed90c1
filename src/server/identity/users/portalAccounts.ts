import { json } from '../../platform/database/json.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { PasswordHasher } from '../passwords/passwordHasher.ts'
import { storePassword } from '../passwords/passwordStore.ts'
import { createTemporaryPassword } from '../passwords/temporaryPassword.ts'
import { endSessionsOfUsers, raiseUserVersion } from '../tokens/sessions.ts'

/** The role of every portal user (domain 6). */
const portalRole = 'CORP'

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

/** What the area of corporate members needs of accounts; all inside the caller's transaction. */
export interface PortalAccounts {
  /** True when any account, deleted ones too, has this name. */
  isTaken(db: Executor, email: string): Promise<boolean>
  /** Makes the account of a new member. @returns its first password, which must be changed at the first sign-in */
  create(trx: Trx, account: NewPortalAccount): Promise<string>
  /** A new first password in place of one that was never used. @returns undefined when the owner has chosen one already */
  renewFirstPassword(
    trx: Trx,
    corporateNo: string,
    now: Date,
  ): Promise<{ readonly userName: string; readonly password: string } | undefined>
  /** Disabling ends all sessions of the member; the caller calls `app.sessions.forgetAll()` after its commit. */
  setEnabled(trx: Trx, corporateNo: string, isEnabled: boolean, now: Date): Promise<void>
}

export function createPortalAccounts(hasher: PasswordHasher): PortalAccounts {
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
    create: (trx, account) => createAccount(hasher, trx, account),
    renewFirstPassword: (trx, corporateNo, now) => renewFirstPassword(hasher, trx, corporateNo, now),
    setEnabled,
  }
}

async function createAccount(hasher: PasswordHasher, trx: Trx, account: NewPortalAccount): Promise<string> {
  const password = createTemporaryPassword()
  const passwordHash = await hasher.hash(password)
  const { id } = await trx
    .insertInto('appUser')
    .values({
      userName: account.email,
      fullName: account.fullName,
      email: account.email,
      phoneNumber: account.phoneNumber,
      jobTitle: account.jobTitle,
      userType: '3',
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
  await storePassword(trx, { userId: id, passwordHash, isTemporary: true, now: account.now })
  return password
}

async function renewFirstPassword(hasher: PasswordHasher, trx: Trx, corporateNo: string, now: Date) {
  const user = await trx
    .selectFrom('appUser')
    .select(['id', 'userName'])
    .where('corporateNo', '=', corporateNo)
    .where('deletedAt', 'is', null)
    .where('mustChangePassword', '=', true)
    .where('lastLoginAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  const password = createTemporaryPassword()
  await storePassword(trx, { userId: user.id, passwordHash: await hasher.hash(password), isTemporary: true, now })
  return { userName: user.userName, password }
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
