import { clearAllDrafts } from '../../../src/client/drafts.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { tokenPath } from '../../../src/client/http/tokenForms.ts'
import { parseAccessToken, type SignedInUser } from '../../../src/client/session/claims.ts'
import { type StoredSession, tokensKey } from '../../../src/client/session/storedSession.ts'
import { parseTokenAnswer } from '../../../src/client/session/tokens.ts'

/** What a member signs in with (domain 4.18); the captcha only after wrong tries. */
export interface MemberCredentials {
  readonly taxNumber: string
  readonly username: string
  readonly password: string
  readonly captcha?: string
}

/** Who is signed in at the portal; one per page, read by React as an external store. */
export interface MemberSession {
  /** The same object until somebody else signs in; null when nobody is. */
  current(): SignedInUser | null
  subscribe(listener: () => void): () => void
  /** @throws HttpProblem with the text to show */
  signIn(http: HttpClient, credentials: MemberCredentials): Promise<SignedInUser>
  /** Writes the action log entry, then forgets everything whatever the server answered. */
  signOut(http: HttpClient): Promise<void>
  /** The server ended the session: only this browser has to forget it. */
  forget(): void
}

const scope = 'openid email phone profile offline_access roles loyalty_api portal'
/** Dictionary UserActionType: 登出. */
const logoutAction = 1

/**
 * @param stored the portal's own part of local storage
 * @param prefix of its keys, to notice another tab signing in or out
 */
export function createMemberSession(stored: StoredSession, prefix: string): MemberSession {
  const listeners = new Set<() => void>()
  let user = readUser(stored)
  const show = (next: SignedInUser | null) => {
    user = next
    for (const listener of listeners) listener()
  }
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === null || key === prefix + tokensKey) show(readUser(stored))
  }
  const forget = () => {
    stored.clear()
    show(null)
  }
  return {
    current: () => user,
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', handleStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', handleStorage)
      }
    },
    async signIn(http, credentials) {
      const answer = await http.post(tokenPath, formOf(credentials), { anonymous: true })
      const tokens = parseTokenAnswer(answer, Date.now())
      const claims = parseAccessToken(tokens.access_token)
      stored.saveTokens(tokens)
      stored.saveUser(claims.user)
      stored.savePermissions(claims.permissions)
      show(claims.user)
      return claims.user
    },
    async signOut(http) {
      const entry = { action: '登出', userActionType: logoutAction }
      // Nobody is kept from signing out by a server that does not answer.
      await http.post('/api/account/user_action_log', entry, { quiet: true }).catch(() => undefined)
      clearAllDrafts()
      forget()
    },
    forget,
  }
}

function readUser(stored: StoredSession): SignedInUser | null {
  return stored.readTokens() && stored.readUser()
}

function formOf({ taxNumber, username, password, captcha }: MemberCredentials): URLSearchParams {
  const fields = { tax_number: taxNumber, username, password, client_id: 'portal', grant_type: 'password', scope }
  return new URLSearchParams(captcha === undefined ? fields : { ...fields, captcha })
}
