import type { Tokens } from '../../answers/account.ts'

/** Tokens as stored; the expiry is now plus `expires_in` (specification, section 3). */
export interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * The tokens in a token answer.
 *
 * @throws TypeError when the answer has another shape
 */
export function parseTokenAnswer(answer: unknown, now: number): TokenPair {
  const { access_token, refresh_token, expires_in } = (answer ?? {}) as Partial<Record<keyof Tokens, unknown>>
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof expires_in !== 'number')
    throw new TypeError('The token answer lacks access_token, refresh_token or expires_in')
  return { access_token, refresh_token, expiresAt: now + expires_in * 1000 }
}
