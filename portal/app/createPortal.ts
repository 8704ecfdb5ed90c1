import { createHttpClient, type HttpClient } from '../../src/client/http/httpClient.ts'
import { reloadPage } from '../../src/client/http/lostWrite.ts'
import { createReloadGuard } from '../../src/client/http/reloadGuard.ts'
import { showProblem } from '../../src/client/notices.ts'
import { createStoredSession } from '../../src/client/session/storedSession.ts'
import { createMemberSession, type MemberSession } from '../shared/member/memberSession.ts'
import { createPortalStorage, portalPrefix } from './portalStorage.ts'

/** What the portal is made of; one per page. */
export interface PortalParts {
  readonly http: HttpClient
  readonly member: MemberSession
}

/**
 * Builds the portal. A lost connection never leads away from a form: a toast tells it, and the same button sends again. A session that
 * ended is forgotten; pages that need one then lead to the sign-in by themselves.
 */
export function createPortal(): PortalParts {
  const session = createStoredSession(createPortalStorage(localStorage))
  const member = createMemberSession(session, portalPrefix)
  const http = createHttpClient({
    clientId: 'portal',
    session,
    mayReload: createReloadGuard(sessionStorage),
    departures: {
      reload: (isWriteLost) => reloadPage(sessionStorage, isWriteLost),
      // A page that was only being read would leave for the sign-in without a word.
      toLogin: (problem) => {
        member.forget()
        showProblem(problem)
      },
      toPage500: showProblem,
    },
  })
  return { http, member }
}
