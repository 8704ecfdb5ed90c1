import type { createStore } from 'jotai'
import { clearAllDrafts } from '../drafts.ts'
import { forgetAhead } from '../http/ahead.ts'
import type { HttpClient } from '../http/httpClient.ts'
import { isHttpProblem } from '../http/problem.ts'
import { type ClientId, passwordForm, tokenPath } from '../http/tokenForms.ts'
import { notify } from '../notices.ts'
import { parseAccessToken, type SignedInUser } from '../session/claims.ts'
import { beginSignInAtom, enterSessionAtom, leaveSessionAtom, sessionAtom } from '../session/sessionAtoms.ts'
import { endReasonKey, type StoredSession, tokensKey } from '../session/storedSession.ts'
import { parseTokenAnswer } from '../session/tokens.ts'

type Store = ReturnType<typeof createStore>

/** Values of dictionary UserActionType for the log rows that the browser writes. */
export const userActionTypes = { logout: 1, openFunction: 2 } as const

/** The actions that change the session; one object per page. */
export interface SessionActions {
  /**
   * Signs in by password, and stores the tokens with user and permissions.
   *
   * @throws HttpProblem with the text to show
   */
  signIn(username: string, password: string): Promise<SignedInUser>
  /** Writes the action log row, then clears storage, drafts and state, whatever the server answers. */
  signOut(): Promise<void>
  /** Restores the stored session when the page starts. */
  resume(): void
  /** Ends the session only in this browser, because the server has ended it already. */
  forget(): void
  /** Signs out when another tab does, and says why when the session has ended; returns the function that stops this. */
  followOtherTabs(): () => void
}

export function createSessionActions(parts: {
  store: Store
  session: StoredSession
  http: HttpClient
  clientId: ClientId
}): SessionActions {
  const { store, session, http, clientId } = parts
  return {
    signIn: async (username, password) => {
      store.set(beginSignInAtom)
      forgetAhead(http)
      try {
        const answer = await http.post(tokenPath, passwordForm(clientId, username, password), { anonymous: true })
        return enter(store, session, answer)
      } catch (problem) {
        store.set(leaveSessionAtom)
        throw problem
      }
    },
    signOut: async () => {
      await writeLogout(http)
      session.clear()
      clearAllDrafts('console')
      store.set(leaveSessionAtom, { onPurpose: true })
    },
    resume: () => {
      const user = session.readTokens() && session.readUser()
      if (user) store.set(enterSessionAtom, user, session.readPermissions())
    },
    forget: () => {
      session.clear()
      store.set(leaveSessionAtom)
    },
    followOtherTabs: () =>
      followOtherTabs({
        leave: () => store.set(leaveSessionAtom),
        tell: (reason) => store.get(sessionAtom).state === 'loggedIn' && notify.error(reason),
      }),
  }
}

function enter(store: Store, session: StoredSession, answer: unknown): SignedInUser {
  const tokens = parseTokenAnswer(answer, Date.now())
  const { user, permissions } = parseAccessToken(tokens.access_token)
  session.saveTokens(tokens)
  session.saveUser(user)
  session.savePermissions(permissions)
  store.set(enterSessionAtom, user, permissions)
  return user
}

/** Failures are ignored, so that sign-out works even when the server does not answer. */
async function writeLogout(http: HttpClient): Promise<void> {
  try {
    await http.post('/api/account/user_action_log', { action: '登出', userActionType: userActionTypes.logout }, { quiet: true })
  } catch (problem) {
    if (!isHttpProblem(problem)) console.warn('Signed out without an action log entry', problem)
  }
}

/** `storage` events come only from other tabs; a null key means that everything was cleared. */
function followOtherTabs({ leave, tell }: { leave: () => void; tell: (reason: string) => void }): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === endReasonKey && event.newValue !== null) tell(event.newValue)
    if ((event.key === tokensKey && event.newValue === null) || event.key === null) leave()
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
