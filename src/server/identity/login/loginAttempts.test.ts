import { describe, expect, it } from 'vitest'
import { type AttemptState, accountKey, afterWrongPassword, isLocked, noAttempts } from './loginAttempts.ts'

const rule = { failedMax: 5, lockMinutes: 15 }
const start = new Date('2026-01-05T01:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

function afterTries(count: number, state: AttemptState = noAttempts): AttemptState {
  return count === 0 ? state : afterTries(count - 1, afterWrongPassword(state, rule, start))
}

describe('afterWrongPassword', () => {
  it('counts and locks with the fifth try', () => {
    expect(afterTries(4)).toEqual({ failedCount: 4, lockedUntil: null })
    expect(afterTries(5)).toEqual({ failedCount: 5, lockedUntil: later(15) })
  })

  it('starts again after the lock has ended', () => {
    expect(afterWrongPassword(afterTries(5), rule, later(16))).toEqual({ failedCount: 1, lockedUntil: null })
  })
})

describe('isLocked', () => {
  it('isLocked holds until the end of the lock', () => {
    expect(isLocked(afterTries(5), later(14.9))).toBe(true)
    expect(isLocked(afterTries(5), later(15))).toBe(false)
    expect(isLocked(afterTries(4), start)).toBe(false)
  })
})

describe('accountKey', () => {
  it('accountKey is the same for one name however it is typed', () => {
    expect(accountKey(' Ops01 ')).toBe(accountKey('ops01'))
    expect(accountKey('ops02')).not.toBe(accountKey('ops01'))
  })
})
