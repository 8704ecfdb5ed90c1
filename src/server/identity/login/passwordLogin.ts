import { corporateStatus, userStatus, userType } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { asEssential } from '../../platform/database/workKind.ts'
import { type Account, findAccountById, findAccountByName } from '../accounts.ts'
import { readParameter } from '../parameters.ts'
import type { IdentityServices } from '../services.ts'
import type { ClientId } from '../tables.ts'
import { openSession } from '../tokens/sessions.ts'
import { clearAttempts, lockAttempts, saveAttempts, showLock } from './attemptQueries.ts'
import { accountKey, afterWrongPassword, isLocked } from './loginAttempts.ts'

/** Values of `err` in the token error body (domain 3.1). A number is the count of wrong passwords. */
const loginTexts = {
  locked: '帳號已鎖定，請使用忘記密碼或洽系統管理人員。',
  disabled: '帳號已停用，請洽系統管理人員。',
  suspendedMember: '帳號已停權，請洽客服人員。',
  /**
   * For an empty `err` the browser shows 帳號密碼輸入錯誤!. Only a caller with the right password learns that the account belongs to another
   * client.
   */
  wrongClient: '',
} as const

export interface LoginRequest {
  readonly userName: string
  readonly password: string
  readonly clientId: ClientId
  /** Tax ID of the corporate member, at the portal. A wrong one counts as a wrong password (domain 4.18). */
  readonly taxNumber: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

export type LoginOutcome =
  | { readonly kind: 'signedIn'; readonly account: Account; readonly sessionId: string; readonly refreshToken: string }
  /** `userName` is null when no such account exists. */
  | { readonly kind: 'refused'; readonly err: string; readonly userName: string | null }

/** A sign-in attempt with the results computed outside the transaction, because hashing must not hold a connection. */
interface CheckedLogin extends LoginRequest {
  readonly key: string
  readonly account: Account | undefined
  /** True for a portal user at the console, or the other way round. */
  readonly isOfOtherClient: boolean
  readonly isRightPassword: boolean
  readonly freshHash: string | null
  readonly now: Date
}

/**
 * Signs in by password. The result is decided while the counter of the account name is locked: parallel attempts are counted exactly, and a
 * right password that comes after the lock is refused. An unknown name takes the same steps.
 *
 * @throws 429 when too many passwords wait to be checked
 */
export async function signInByPassword(services: IdentityServices, request: LoginRequest): Promise<LoginOutcome> {
  const outcome = await tryOnce(services, request)
  // The password was changed between check and decision, so the attempt is checked against the new hash.
  return outcome ?? (await tryOnce(services, request)) ?? { kind: 'refused', err: loginTexts.wrongClient, userName: null }
}

async function tryOnce(services: IdentityServices, request: LoginRequest): Promise<LoginOutcome | undefined> {
  const now = services.clock.now()
  const account = await findAccountByName(services.db, request.userName)
  const isOfOtherClient = account !== undefined && (account.userType === userType.corporate) !== (request.clientId === 'portal')
  const isRightPassword = (await services.hasher.verify(account?.passwordHash ?? null, request.password)) && hasTaxNumber(account, request)
  const freshHash = isRightPassword ? await rehash(services, account, request.password) : null
  const login: CheckedLogin = {
    ...request,
    key: accountKey(request.userName),
    account,
    isOfOtherClient,
    isRightPassword,
    freshHash,
    now,
  }
  return asEssential(() => transact(services.db, (trx) => decide(services, trx, login)))
}

/** True when the tax ID matches, or is not needed: staff have none, and the console does not ask for it. */
function hasTaxNumber(account: Account | undefined, { clientId, taxNumber }: LoginRequest): boolean {
  return clientId !== 'portal' || account?.userType !== userType.corporate || account.taxNumber === taxNumber.trim()
}

async function rehash({ hasher }: IdentityServices, account: Account | undefined, password: string): Promise<string | null> {
  return account?.passwordHash && hasher.isOutdated(account.passwordHash) ? hasher.hash(password) : null
}

async function decide(services: IdentityServices, trx: Trx, login: CheckedLogin): Promise<LoginOutcome | undefined> {
  const attempts = await lockAttempts(trx, login.key, login.now)
  const refused = (err: string) => ({ kind: 'refused', err, userName: login.account?.userName ?? null }) as const
  if (isLocked(attempts, login.now)) return refused(loginTexts.locked)
  if (login.account && login.isRightPassword) {
    return login.isOfOtherClient ? refused(loginTexts.wrongClient) : admit(services, trx, login, login.account)
  }

  const failedMax = await readParameter(trx, 'LOGIN.MAX_FAILED', taipeiDate(login.now))
  const after = afterWrongPassword(attempts, { failedMax, lockMinutes: services.lockMinutes }, login.now)
  await saveAttempts(trx, login.key, after, login.now)
  if (after.lockedUntil) await showLock(trx, login.account?.id ?? 0, after.lockedUntil)
  return refused(String(after.failedCount))
}

/** Returns undefined when the password was changed meanwhile. */
async function admit(services: IdentityServices, trx: Trx, login: CheckedLogin, checked: Account): Promise<LoginOutcome | undefined> {
  const account = await findAccountById(trx, checked.id)
  if (account?.passwordHash !== checked.passwordHash) return undefined
  const { userName } = account
  if (account.status === userStatus.disabled) {
    return {
      kind: 'refused',
      err: account.corporateStatus === corporateStatus.suspended ? loginTexts.suspendedMember : loginTexts.disabled,
      userName,
    }
  }
  if (account.status === userStatus.locked && account.lockedUntil === null) return { kind: 'refused', err: loginTexts.locked, userName }

  await clearAttempts(trx, [login.key])
  await trx
    .updateTable('appUser')
    .set({
      lastLoginAt: login.now,
      status: userStatus.enabled,
      lockedUntil: null,
      ...(login.freshHash ? { passwordHash: login.freshHash } : {}),
    })
    .where('id', '=', account.id)
    .execute()
  const { clientId, ipAddress, userAgent, now } = login
  const session = await openSession(trx, { userId: account.id, clientId, ipAddress, userAgent, now }, services.sessionLife)
  return { kind: 'signedIn', account: { ...account, status: userStatus.enabled }, ...session }
}
