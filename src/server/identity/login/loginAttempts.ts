import { createHash } from 'node:crypto'

/** Wrong passwords in a row for one account name. */
export interface AttemptState {
  readonly failedCount: number
  readonly lockedUntil: Date | null
}

export interface LockRule {
  /** Wrong tries that lock (LOGIN.MAX_FAILED). */
  readonly failedMax: number
  readonly lockMinutes: number
}

export const noAttempts: AttemptState = { failedCount: 0, lockedUntil: null }

/** Whether sign-in by password is refused at this moment. */
export function isLocked(state: AttemptState, now: Date): boolean {
  return state.lockedUntil !== null && state.lockedUntil > now
}

/**
 * The state after one more wrong password. A lock that has ended starts the count again.
 * The try that reaches the limit locks and is itself still answered with its number.
 */
export function afterWrongPassword(state: AttemptState, rule: LockRule, now: Date): AttemptState {
  const before = state.lockedUntil !== null && !isLocked(state, now) ? 0 : state.failedCount
  const failedCount = before + 1
  const lockedUntil = failedCount >= rule.failedMax ? new Date(now.getTime() + rule.lockMinutes * 60_000) : null
  return { failedCount, lockedUntil }
}

/**
 * Under which key tries are counted: the name as typed, whether such an account exists or not, and whichever client asks. Counts per
 * client would double the tries, and tell for which client a name is an account. Hashed, because what people type into the account field by mistake may be a password.
 */
export function accountKey(userName: string): string {
  return createHash('sha256').update(userName.trim().toLowerCase()).digest('hex')
}
