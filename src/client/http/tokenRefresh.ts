import { parseAccessToken } from '../session/claims.ts'
import type { StoredSession } from '../session/storedSession.ts'
import { parseTokenAnswer } from '../session/tokens.ts'

/** Runs work while no other tab of this browser runs work with the same lock. */
export type WithLock = <T>(work: () => Promise<T>) => Promise<T>

/** Lock across tabs by the Web Locks API. Without the API (plain http on another host than loopback) tabs are not synchronised. */
export const withTabLock: WithLock = async (work) => {
  if (typeof navigator === 'undefined' || !navigator.locks) return work()
  return navigator.locks.request('session.refresh', work)
}

/**
 * Refreshes the stored tokens once for any number of parallel callers: one promise per tab, one lock across tabs.
 *
 * @param request sends the refresh token and returns the raw token answer
 * @returns function that takes the refused access token, and resolves when a newer one is stored
 */
export function createTokenRefresh(
  session: StoredSession,
  request: (refreshToken: string) => Promise<unknown>,
  withLock: WithLock,
): (refusedToken: string | null) => Promise<void> {
  let running: Promise<void> | null = null
  return (refusedToken) => {
    running ??= withLock(() => refresh(session, request, refusedToken)).finally(() => {
      running = null
    })
    return running
  }
}

async function refresh(
  session: StoredSession,
  request: (refreshToken: string) => Promise<unknown>,
  refusedToken: string | null,
): Promise<void> {
  const tokens = session.readTokens()
  if (!tokens) throw new Error('There is no session to refresh')
  // Another tab refreshed while this one waited for the lock, and a refresh token is valid only once.
  if (tokens.access_token !== refusedToken) return
  const refreshed = parseTokenAnswer(await request(tokens.refresh_token), Date.now())
  const { user, permissions } = parseAccessToken(refreshed.access_token)
  session.saveTokens(refreshed)
  session.saveUser(user)
  session.savePermissions(permissions)
}
