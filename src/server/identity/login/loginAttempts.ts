import { createHash } from 'node:crypto'
import type { ClientId } from '../tables.ts'

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
 * Under which key tries are counted: the client and the name as typed, whether such an account exists or not.
 * Hashed, because what people type into the account field by mistake may be a password.
 */
export function accountKey(clientId: ClientId, userName: string): string {
  return createHash('sha256').update(`${clientId}:${userName.trim().toLowerCase()}`).digest('hex')
}
