import type { UserType } from '../../../rules/codes.generated.ts'
import { userStatus, userType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { textError } from '../../platform/errors.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { type Account, findAccountById, findAccountByName } from '../accounts.ts'
import type { IdentityServices } from '../services.ts'
import { hashToken } from '../tokens/refreshToken.ts'
import { assertSamePassword, hashNewPassword, replacePassword } from './changePassword.ts'
import { passwordLinkMail } from './mails.ts'
import { makePasswordLink } from './passwordLink.ts'
import { unlockAccount } from './passwordStore.ts'

/** Minutes for which a reset link is valid (domain 4.1). */
const linkMinutes = 30

/** Pages for setting a new password; corporate members use the portal. */
const linkPaths = {
  [userType.staff]: '/forget_password',
  [userType.merchant]: '/forget_password',
  [userType.corporate]: '/member_login',
} as const satisfies Record<UserType, string>

export const forgottenTexts = {
  sent: '若資料正確，系統將寄送重設密碼信件。',
  invalid: '連結已失效，請重新申請。',
} as const

type EnqueueMail = (executor: Executor, mail: Mail) => Promise<void>

/**
 * Mails a reset link when account and address belong together. The caller gets the same answer for unknown accounts, wrong addresses,
 * disabled accounts and too many requests.
 */
export async function requestPasswordLink(
  services: IdentityServices,
  enqueueMail: EnqueueMail,
  request: { readonly userName: string; readonly email: string },
): Promise<void> {
  const now = services.clock.now()
  const account = await findAccountByName(services.db, request.userName)
  const waitSeconds = await services.resetRequests.take(countedAs(request), now)
  const isAllowed =
    account !== undefined && isOwnAddress(account, request.email) && account.status !== userStatus.disabled && waitSeconds === 0
  // An unknown account gets a transaction with as many statements, so that the answer takes the same time.
  await transact(services.db, (trx) =>
    isAllowed ? writeLink(services, trx, { enqueueMail, account, now }) : lookAlike(trx, request.userName),
  )
}

async function writeLink(
  services: IdentityServices,
  trx: Trx,
  { enqueueMail, account, now }: { readonly enqueueMail: EnqueueMail; readonly account: Account; readonly now: Date },
): Promise<void> {
  const token = await makePasswordLink(trx, { userId: account.id, now, lifeMs: linkMinutes * 60_000 })
  const { email, fullName } = account
  await enqueueMail(
    trx,
    passwordLinkMail({ email, fullName, token, minutes: linkMinutes, address: services.publicUrl + linkPaths[account.userType] }),
  )
}

/** Runs as many statements as {@link writeLink}, without effect. */
async function lookAlike(trx: Trx, userName: string): Promise<void> {
  for (let statement = 0; statement < 3; statement += 1) await findAccountByName(trx, userName)
}

function isOwnAddress(account: Account, email: string): boolean {
  return account.email.toLowerCase() === plain(email)
}

/**
 * Requests are counted by name and address together. Counted by the name alone, a stranger who knows no more than an account's name could
 * lock it by wrong passwords, and use up the requests for the link that opens the lock.
 */
function countedAs({ userName, email }: { readonly userName: string; readonly email: string }): string {
  return `${plain(userName)}\n${plain(email)}`
}

const plain = (text: string) => text.trim().toLowerCase()

export interface ForgottenPasswordChange {
  readonly token: string
  readonly newPassword: string
  readonly confirmPassword: string
}

/**
 * Sets a new password by a mailed link, and ends the account's lock. A password that violates a rule does not use up the link.
 *
 * @throws 400 連結已失效，請重新申請。 for a link that is unknown, expired or used, or the text of the violated rule
 */
export async function changeForgottenPassword(
  services: IdentityServices,
  change: ForgottenPasswordChange,
  ipAddress: string,
): Promise<void> {
  const tokenHash = hashToken(change.token)
  const account = await findOwnerOfLink(services, tokenHash)
  assertSamePassword(change.newPassword, change.confirmPassword)
  const passwordHash = await hashNewPassword(services, account, change.newPassword)
  await transact(services.db, async (trx) => {
    await useUpLink(services, trx, tokenHash)
    await unlockAccount(trx, account.id, account.userName)
    await replacePassword(services, trx, { actor: ownerAsActor(account, ipAddress), account, passwordHash, isTemporary: false })
  })
}

async function findOwnerOfLink(services: IdentityServices, tokenHash: string): Promise<Account> {
  const link = await services.db
    .selectFrom('passwordReset')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', services.clock.now())
    .executeTakeFirst()
  const account = link && (await findAccountById(services.db, link.userId))
  if (!account || account.status === userStatus.disabled) throw invalidLink()
  return account
}

async function useUpLink(services: IdentityServices, trx: Trx, tokenHash: string): Promise<void> {
  const now = services.clock.now()
  const used = await trx
    .updateTable('passwordReset')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw invalidLink()
}

/** In the log, the holder of the link counts as the owner of the account. */
function ownerAsActor(account: Account, ipAddress: string): Actor {
  return {
    id: account.id,
    sessionId: null,
    userName: account.userName,
    fullName: account.fullName,
    userType: account.userType,
    companyNo: account.companyNo,
    readableCompanyNos: null,
    roles: account.roles,
    permissions: new Set(),
    ipAddress,
  }
}

function invalidLink() {
  return textError(400, forgottenTexts.invalid, 'RESET_LINK')
}
