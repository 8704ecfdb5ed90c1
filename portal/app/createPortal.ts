import { clearDraftsWithOtherTabs } from '../../src/client/drafts.ts'
import { createHttpClient, type HttpClient } from '../../src/client/http/httpClient.ts'
import { reloadPage } from '../../src/client/http/lostWrite.ts'
import { createReloadGuard } from '../../src/client/http/reloadGuard.ts'
import { showProblem } from '../../src/client/notices.ts'
import { createStoredSession } from '../../src/client/session/storedSession.ts'
import { createMemberSession, type MemberSession } from '../shared/member/memberSession.ts'
import { createPortalStorage, portalPrefix } from './portalStorage.ts'

/** The shared parts of the portal; one set per page. */
export interface PortalParts {
  readonly http: HttpClient
  readonly member: MemberSession
}

/**
 * Creates the portal. A lost connection never leaves a form: a toast reports it, and the same button sends again. When the session has
 * ended, it is cleared, and pages that need one then go to the sign-in page.
 */
export function createPortal(): PortalParts {
  const session = createStoredSession(createPortalStorage(localStorage))
  const member = createMemberSession(session, portalPrefix)
  clearDraftsWithOtherTabs()
  const http = createHttpClient({
    clientId: 'portal',
    session,
    mayReload: createReloadGuard(sessionStorage),
    departures: {
      reload: (isWriteLost) => reloadPage(sessionStorage, isWriteLost),
      // Without this notice, a page that the user was only reading would go to the sign-in page without explanation.
      toLogin: (problem) => {
        member.forget()
        showProblem(problem)
      },
      toPage500: showProblem,
    },
  })
  return { http, member }
}
