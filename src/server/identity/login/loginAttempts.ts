import { createHash } from 'node:crypto'

/** Consecutive wrong passwords of one account name. */
export interface AttemptState {
  readonly failedCount: number
  readonly lockedUntil: Date | null
}

export interface LockRule {
  /** Number of wrong attempts that locks the account (LOGIN.MAX_FAILED). */
  readonly failedMax: number
  readonly lockMinutes: number
}

export const noAttempts: AttemptState = { failedCount: 0, lockedUntil: null }

/** True when sign-in by password is refused now. */
export function isLocked(state: AttemptState, now: Date): boolean {
  return state.lockedUntil !== null && state.lockedUntil > now
}

/**
 * The state after one more wrong password. After a lock has ended, the count starts again. The attempt that reaches the limit sets the
 * lock, and is still answered with its number.
 */
export function afterWrongPassword(state: AttemptState, rule: LockRule, now: Date): AttemptState {
  const before = state.lockedUntil !== null && !isLocked(state, now) ? 0 : state.failedCount
  const failedCount = before + 1
  const lockedUntil = failedCount >= rule.failedMax ? new Date(now.getTime() + rule.lockMinutes * 60_000) : null
  return { failedCount, lockedUntil }
}

/**
 * Key under which attempts are counted: the name as typed, for existing and unknown accounts and for every client. Counting per client
 * would double the attempts, and reveal at which client an account exists. The name is hashed, because people sometimes type a password
 * into the account field.
 */
export function accountKey(userName: string): string {
  return createHash('sha256').update(userName.trim().toLowerCase()).digest('hex')
}
