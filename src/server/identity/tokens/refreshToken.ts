import { createHash, createHmac, randomBytes } from 'node:crypto'

/** For this long a used token is accepted again, because two tabs may use it, or the answer may get lost. */
const graceMs = 10_000

/** A stored refresh token; the token itself is not stored. */
export interface StoredRefreshToken {
  readonly generation: number
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export type RefreshVerdict = 'rotate' | 'repeat' | 'expired' | 'reused'

/** The first token of a session: 256 random bits. */
export function createRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. Its entropy is full, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The next token. It is derived, so that a repeated request gets the same one without storing it. */
export function deriveSuccessor(token: string, key: Uint8Array): string {
  return createHmac('sha256', key).update('refresh successor\0').update(token).digest('base64url')
}

/**
 * Decides about a presented token: `rotate` for the newest, `repeat` for the previous one within the grace time, `reused` for any other
 * used token (the session must end, because two parties have the same token).
 *
 * @param newestGeneration newest generation of the session, to tell the previous token from older ones
 */
export function judgeRefreshToken(token: StoredRefreshToken, newestGeneration: number, now: Date): RefreshVerdict {
  if (token.usedAt === null) return token.expiresAt > now ? 'rotate' : 'expired'
  const isPrevious = token.generation === newestGeneration - 1
  const isRecent = now.getTime() - token.usedAt.getTime() <= graceMs
  return isPrevious && isRecent ? 'repeat' : 'reused'
}
