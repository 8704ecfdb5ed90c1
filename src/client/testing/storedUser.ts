import { parseAccessToken } from '../session/claims.ts'
import { createStoredSession } from '../session/storedSession.ts'
import { createAccessToken } from './accessToken.ts'

/** Leaves in local storage who is signed in at the console, as after a sign-in: drafts belong to that user. */
export function storeUser(sub = '1'): void {
  createStoredSession(localStorage).saveUser(parseAccessToken(createAccessToken({ sub })).user)
}
