import { describe, expect, it } from 'vitest'
import { createRefreshToken, deriveSuccessor, hashToken, judgeRefreshToken } from './refreshToken.ts'

const now = new Date('2026-01-05T01:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const fresh = { generation: 3, expiresAt: secondsAgo(-600), usedAt: null }

describe('judgeRefreshToken', () => {
  it('rotates the newest token', () => {
    expect(judgeRefreshToken(fresh, 3, now)).toBe('rotate')
  })

  it('refuses a token that was idle too long', () => {
    expect(judgeRefreshToken({ ...fresh, expiresAt: now }, 3, now)).toBe('expired')
  })

  it('repeats the answer for the previous token within ten seconds', () => {
    expect(judgeRefreshToken({ ...fresh, usedAt: secondsAgo(10) }, 4, now)).toBe('repeat')
  })

  it('calls everything else that was used a reuse', () => {
    expect(judgeRefreshToken({ ...fresh, usedAt: secondsAgo(11) }, 4, now)).toBe('reused')
    expect(judgeRefreshToken({ ...fresh, usedAt: secondsAgo(1) }, 5, now)).toBe('reused')
  })
})

describe('deriveSuccessor', () => {
  const key = new Uint8Array(32).fill(7)

  it('gives the same successor to the same token, and only with the key', () => {
    const token = createRefreshToken()
    expect(deriveSuccessor(token, key)).toBe(deriveSuccessor(token, key))
    expect(deriveSuccessor(token, key)).not.toBe(deriveSuccessor(token, new Uint8Array(32)))
    expect(deriveSuccessor(token, key)).not.toBe(hashToken(token))
  })
})
