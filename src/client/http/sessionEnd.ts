import { errorTexts } from './errorCatalogue.ts'
import type { HttpClientOptions, Request } from './httpClientOptions.ts'
import { HttpProblem, isHttpProblem } from './problem.ts'

/** What happens to a page whose token was refused or whose session has ended. */
export interface SessionEnd {
  /** Forgets the session and leads to the sign-in, which says why. */
  end(problem: HttpProblem): void
  /** One refresh and one way out for all calls that were refused together; answers with the problem they reject with. */
  leave(request: Request, refusedToken: string | null): Promise<HttpProblem>
}

type Refresh = (refusedToken: string | null) => Promise<void>

export function createSessionEnd({ session, departures, mayReload }: HttpClientOptions, refresh: Refresh): SessionEnd {
  let leaving: Promise<HttpProblem> | null = null
  let isWriteLost = false

  const end = (problem: HttpProblem) => {
    session.clear()
    departures.toLogin(problem)
  }
  const leaveAfterRefresh = async (refusedToken: string | null): Promise<HttpProblem> => {
    const failure = await refresh(refusedToken).then(
      () => (mayReload() ? null : sessionTimeout()),
      (cause: unknown) => refreshProblem(cause),
    )
    if (!failure) {
      departures.reload(isWriteLost)
      return new HttpProblem({ kind: 'unauthorized', status: 401, code: null, text: '' })
    }
    leaving = null
    if (failure.kind !== 'network') end(failure)
    return failure
  }
  return {
    end,
    leave(request, refusedToken) {
      isWriteLost ||= request.method !== 'GET'
      leaving ??= leaveAfterRefresh(refusedToken)
      return leaving
    },
  }
}

function sessionTimeout(cause?: unknown): HttpProblem {
  return new HttpProblem({ kind: 'unauthorized', status: 401, code: null, text: errorTexts.refreshFailed }, { cause })
}

/** The text for a failed refresh: no answer and a locked account have their own; everything else counts as a timed-out session. */
export function refreshProblem(cause: unknown): HttpProblem {
  const speaksForItself = isHttpProblem(cause) && (cause.kind === 'network' || cause.kind === 'locked')
  return speaksForItself ? cause : sessionTimeout(cause)
}
