import { createBrowserRouter } from 'react-router-dom'
import { createHttpClient, type HttpClient } from '../../src/client/http/httpClient.ts'
import { createReloadGuard } from '../../src/client/http/reloadGuard.ts'
import { showProblem } from '../../src/client/notices.ts'
import { createStoredSession } from '../../src/client/session/storedSession.ts'
import { createPortalStorage } from './portalStorage.ts'
import { routes } from './routes.tsx'

/** What the portal is made of; one per page. */
export interface PortalParts {
  readonly http: HttpClient
  readonly router: ReturnType<typeof createBrowserRouter>
}

/** Builds the portal. A lost connection never leads away from a form: a toast tells it, and the same button sends again. */
export function createPortal(): PortalParts {
  const http = createHttpClient({
    clientId: 'portal',
    session: createStoredSession(createPortalStorage(localStorage)),
    mayReload: createReloadGuard(sessionStorage),
    departures: { reload: () => window.location.reload(), toLogin: showProblem, toPage500: showProblem },
  })
  return { http, router: createBrowserRouter(routes) }
}
