import { clearAllDrafts, portalOwner } from '../../../src/client/drafts.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { tokenPath } from '../../../src/client/http/tokenForms.ts'
import { parseAccessToken, type SignedInUser } from '../../../src/client/session/claims.ts'
import { type StoredSession, tokensKey } from '../../../src/client/session/storedSession.ts'
import { parseTokenAnswer } from '../../../src/client/session/tokens.ts'

/** What a member signs in with (domain 4.18); the captcha is needed only after wrong attempts. */
export interface MemberCredentials {
  readonly taxNumber: string
  readonly username: string
  readonly password: string
  readonly captcha?: string
}

/** The member signed in at the portal; one per page, for React an external store. */
export interface MemberSession {
  /** The same object until another member signs in; null when nobody is signed in. */
  current(): SignedInUser | null
  subscribe(listener: () => void): () => void
  /** @throws HttpProblem with the text to show */
  signIn(http: HttpClient, credentials: MemberCredentials): Promise<SignedInUser>
  /** Writes the action log row, then clears everything, whatever the server answers. */
  signOut(http: HttpClient): Promise<void>
  /** Ends the session only in this browser, because the server has ended it already. */
  forget(): void
}

const scope = 'openid email phone profile offline_access roles loyalty_api portal'
/** Dictionary UserActionType: 登出. */
const logoutAction = 1

/** @param stored the portal's own part of local storage @param prefix of its keys, to notice sign-ins and sign-outs in other tabs */
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
      // A failure is ignored, so that sign-out works even when the server does not answer.
      await http.post('/api/account/user_action_log', entry, { quiet: true }).catch(() => undefined)
      clearAllDrafts(portalOwner)
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
