import { errorTexts } from './errorCatalogue.ts'
import type { HttpClientOptions, Request } from './httpClientOptions.ts'
import { HttpProblem, isHttpProblem } from './problem.ts'

/** Handles a refused token and the end of the session. */
export interface SessionEnd {
  /** Clears the session and goes to the sign-in page, which shows the reason. */
  end(problem: HttpProblem): void
  /** Refreshes and leaves the page once for all calls that were refused together; returns the problem with which they reject. */
  leave(request: Request, refusedToken: string | null): Promise<HttpProblem>
}

type Refresh = (refusedToken: string | null) => Promise<void>

export function createSessionEnd({ session, departures, mayReload }: HttpClientOptions, refresh: Refresh): SessionEnd {
  let leaving: Promise<HttpProblem> | null = null
  let isWriteLost = false

  const end = (problem: HttpProblem) => {
    session.clear(problem.text)
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

/** The problem for a failed refresh. No answer and a locked account have their own texts; everything else counts as a timed-out session. */
export function refreshProblem(cause: unknown): HttpProblem {
  const speaksForItself = isHttpProblem(cause) && (cause.kind === 'network' || cause.kind === 'locked')
  return speaksForItself ? cause : sessionTimeout(cause)
}
