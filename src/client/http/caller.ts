import { errorTexts, problemOfAnswer } from './errorCatalogue.ts'
import type { HttpClientOptions, Request } from './httpClientOptions.ts'
import { HttpProblem } from './problem.ts'
import { hasForbiddenHyphens, withQuery } from './queryString.ts'
import { createSender } from './sender.ts'
import { createSessionEnd, refreshProblem } from './sessionEnd.ts'
import { refreshForm, tokenPath } from './tokenForms.ts'
import { createTokenRefresh, withTabLock } from './tokenRefresh.ts'
import type { Answer } from './transport.ts'

/**
 * An access token that expires within this time is refreshed before the call is sent. Otherwise the call could be refused, which leads to a
 * reload, and a write that the user has just confirmed would be lost.
 */
const refreshAheadMs = 10_000

/** Sends one call: checks the request, refreshes a token that is about to expire, and turns the answer into a result or an HttpProblem. */
export interface Caller {
  /** @throws HttpProblem for every answer but 2xx */
  call(request: Request): Promise<Answer>
  authorization(): Record<string, string>
  /** Refreshes the session after the given token was refused, without reloading the page. */
  refresh(refusedToken: string | null): Promise<void>
}

export function createCaller(options: HttpClientOptions): Caller {
  const { session } = options
  const { send, authorization } = createSender(options)
  const refresh = createTokenRefresh(session, requestTokens, options.withLock ?? withTabLock)
  const sessionEnd = createSessionEnd(options, refresh)
  return { call, authorization, refresh }

  async function call(given: Request): Promise<Answer> {
    const request = given.background ? { ...given, quiet: true } : given
    const address = withQuery(request.path, request.params)
    if (hasForbiddenHyphens(address)) throw new HttpProblem({ kind: 'text', status: 0, code: 'M18', text: errorTexts.badUrl })
    if (!request.anonymous) await refreshAhead()
    const sentToken = request.anonymous ? null : (session.readTokens()?.access_token ?? null)
    const answer = await send(request, address)
    if (answer.status !== 401 || request.anonymous) return settle(request, answer)
    if (!request.quiet) throw await sessionEnd.leave(request, sentToken)
    await refresh(sentToken).catch((cause: unknown) => {
      throw refreshProblem(cause)
    })
    return settle(request, await send(request, address))
  }

  async function refreshAhead(): Promise<void> {
    const tokens = session.readTokens()
    if (!tokens || Date.now() < tokens.expiresAt - refreshAheadMs) return
    // A failed refresh is ignored here: the call itself will be refused, and that answer decides what the user sees.
    await refresh(tokens.access_token).then(options.onRefreshed, () => undefined)
  }

  function settle(request: Request, answer: Answer): Answer {
    if (answer.status >= 200 && answer.status < 300) return answer
    const problem = problemOfAnswer({ status: answer.status, code: answer.headers['x-error-code'] ?? null, body: answer.body })
    if (problem.kind === 'locked' && !request.anonymous && !request.quiet) sessionEnd.end(problem)
    throw problem
  }

  async function requestTokens(refreshToken: string): Promise<unknown> {
    const body = refreshForm(options.clientId, refreshToken)
    return (await call({ method: 'POST', path: tokenPath, body, anonymous: true })).body
  }
}
