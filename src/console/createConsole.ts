import { createStore } from 'jotai'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { clearDraftsWithOtherTabs } from '../client/drafts.ts'
import { createHttpClient, type HttpClient } from '../client/http/httpClient.ts'
import { createReloadGuard } from '../client/http/reloadGuard.ts'
import { beginRequestAtom } from '../client/loader/loaderAtoms.ts'
import { createNavigation, type Navigation } from '../client/navigation/navigation.ts'
import { createStoredSession } from '../client/session/storedSession.ts'
import { createSessionActions, type SessionActions } from '../client/signIn/sessionActions.ts'
import { createDepartures } from './access/departures.ts'

/** What the console is made of; one per page. */
export interface ConsoleParts {
  readonly store: ReturnType<typeof createStore>
  readonly http: HttpClient
  readonly actions: SessionActions
  readonly navigation: Navigation
}

const clientId = 'console'

/** Builds the console and takes up the stored session. */
export function createConsole(): ConsoleParts {
  const store = createStore()
  const session = createStoredSession(localStorage)
  const forget = () => actions.forget()
  const navigation = createNavigation(createBrowserHistory())
  const http = createHttpClient({
    clientId,
    session,
    mayReload: createReloadGuard(sessionStorage),
    beginLoading: () => store.set(beginRequestAtom),
    onRefreshed: () => actions.resume(),
    departures: createDepartures({ navigate: navigation.push, forget }),
  })
  const actions = createSessionActions({ store, session, http, clientId })
  // Before anything is drawn: a reload must not lead a signed-in user to the login page.
  actions.resume()
  actions.followOtherTabs()
  clearDraftsWithOtherTabs()
  return { store, http, actions, navigation }
}
