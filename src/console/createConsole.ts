import { createStore } from 'jotai'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { clearDraftsWithOtherTabs } from '../client/drafts.ts'
import { createHttpClient, type HttpClient } from '../client/http/httpClient.ts'
import { createReloadGuard } from '../client/http/reloadGuard.ts'
import { beginRequestAtom } from '../client/loader/loaderAtoms.ts'
import { createSessionActions, type SessionActions } from '../client/session/sessionActions.ts'
import { createStoredSession } from '../client/session/storedSession.ts'
import { createDepartures } from './access/departures.ts'
import { routes } from './routes.tsx'

/** What the console is made of; one per page. */
export interface ConsoleParts {
  readonly store: ReturnType<typeof createStore>
  readonly http: HttpClient
  readonly actions: SessionActions
  readonly router: ReturnType<typeof createBrowserRouter>
}

const clientId = 'console'

/** Builds the console with its pages and takes up the stored session. */
export function createConsole(table: RouteObject[] = routes): ConsoleParts {
  const store = createStore()
  const session = createStoredSession(localStorage)
  const forget = () => actions.forget()
  const navigate = (to: string, state?: unknown) => void router.navigate(to, { state })
  const http = createHttpClient({
    clientId,
    session,
    mayReload: createReloadGuard(sessionStorage),
    beginLoading: () => store.set(beginRequestAtom),
    onRefreshed: () => actions.resume(),
    departures: createDepartures({ navigate, forget }),
  })
  const actions = createSessionActions({ store, session, http, clientId })
  // Before the router starts: a reload must not lead a signed-in user to the login page.
  actions.resume()
  actions.followOtherTabs()
  clearDraftsWithOtherTabs()
  const router = createBrowserRouter(table)
  return { store, http, actions, router }
}
