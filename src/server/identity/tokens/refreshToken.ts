import { createHash, createHmac, randomBytes } from 'node:crypto'

/** How long the token just used may come again: two tabs, or an answer that got lost. */
const graceMs = 10_000

/** A refresh token as stored; the token itself is not. */
export interface StoredRefreshToken {
  readonly generation: number
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export type RefreshVerdict = 'rotate' | 'repeat' | 'expired' | 'reused'

/** 256 random bits for the first token of a session. */
export function createRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. The token has full entropy, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token that follows; derived, so that a repeated request gets the same one without it being stored. */
export function deriveSuccessor(token: string, key: Uint8Array): string {
  return createHmac('sha256', key).update('refresh successor\0').update(token).digest('base64url')
}

/**
 * What to do with a presented token: `rotate` for the newest, `repeat` for the one just before it within the grace time, `reused`
 * for any other used one (the session must end: two parties hold the same token).
 *
 * @param newestGeneration of the session, to tell the immediately previous token from older ones
 */
export function judgeRefreshToken(token: StoredRefreshToken, newestGeneration: number, now: Date): RefreshVerdict {
  if (token.usedAt === null) return token.expiresAt > now ? 'rotate' : 'expired'
  const isPrevious = token.generation === newestGeneration - 1
  const isRecent = now.getTime() - token.usedAt.getTime() <= graceMs
  return isPrevious && isRecent ? 'repeat' : 'reused'
}
