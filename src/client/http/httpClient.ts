import axios from 'axios'
import type { StoredSession } from '../session/storedSession.ts'
import { fileNameOf, saveFile } from './download.ts'
import { errorTexts, problemOfAnswer } from './errorCatalogue.ts'
import { type EventStreamOptions, openEventStream } from './eventStream.ts'
import { HttpProblem, isHttpProblem } from './problem.ts'
import { hasForbiddenHyphens, type QueryParams, withQuery } from './queryString.ts'
import { type ClientId, refreshForm, tokenPath } from './tokenForms.ts'
import { createTokenRefresh, type WithLock, withTabLock } from './tokenRefresh.ts'
import { type Answer, createTransport, type Transport, type TransportRequest } from './transport.ts'

export interface RequestOptions {
  readonly params?: Record<string, unknown> | URLSearchParams
  readonly signal?: AbortSignal
  /** Sends no bearer token, and 401 or 423 are answers like any other: sign-in, forgotten password. */
  readonly anonymous?: boolean
  /** Failures reach only the caller: nobody is led to another page, and a refused token is refreshed without a reload. */
  readonly quiet?: boolean
}

export interface DownloadOptions extends RequestOptions {
  /** POST for files whose fetching is counted. */
  readonly method?: 'GET' | 'POST'
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly params?: Record<string, unknown> | URLSearchParams
  /** Not sent with GET and DELETE, whose data goes into `params`. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Makes a create repeatable: the same key and body get the first answer, however often they are sent. */
  readonly idempotencyKey?: string
}

export interface WriteAnswer<T> {
  readonly data: T
  /** `x-message-code`: M01..M04. */
  readonly messageCode: string | null
  /** `x-message-text`: what to tell in place of the text of that code. */
  readonly messageText: string | null
}

/** What became of a download: saved, or left to a job of the server (status 202), with a text for the user. */
export type DownloadOutcome = { readonly kind: 'saved' } | { readonly kind: 'later'; readonly text: string }

/**
 * Calls of the product's own server. Paths start with `/`; bodies are JSON unless they are a form. Each method resolves with
 * the parsed body and rejects with {@link HttpProblem}.
 */
export interface HttpClient {
  get<T>(path: string, options?: RequestOptions): Promise<T>
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>
  delete<T>(path: string, options?: RequestOptions): Promise<T>
  /** Saves the file under the name the server gives; one that the server makes later is announced by a text instead. */
  download(path: string, options?: DownloadOptions): Promise<DownloadOutcome>
  /** Quiet: the page stays, and with it the file that somebody chose, when the token has to be refreshed or the network is gone. */
  upload<T>(path: string, form: FormData): Promise<T>
  /** Any call, with what a write has to tell. */
  send<T>(call: HttpCall): Promise<WriteAnswer<T>>
  /** Reads server-sent events with the bearer header and reconnects until the signal aborts. */
  events(path: string, options: EventStreamOptions): void
}

/** Ways out of the page that a failed call may force; each leaves at once and shows its own notice. */
export interface Departures {
  /** After a refresh. `isWriteLost`: what somebody sent was refused and is not sent again; whoever reloads has to say so. */
  reload(isWriteLost: boolean): void
  /** The session is gone and storage is cleared; `problem.text` says why. */
  toLogin(problem: HttpProblem): void
  toPage500(problem: HttpProblem): void
}

export interface HttpClientOptions {
  readonly clientId: ClientId
  readonly session: StoredSession
  readonly departures: Departures
  /** Counts one pending request and returns what ends it. */
  readonly beginLoading?: () => () => void
  /** Counts a reload and answers whether it may happen, see `reloadGuard.ts`. */
  readonly mayReload: () => boolean
  readonly withLock?: WithLock
  /** The stored tokens, user and permissions are newer now, and the page stays. */
  readonly onRefreshed?: () => void
  /** Origin of the server in tests; the page's own otherwise. */
  readonly baseURL?: string
}

interface Request extends Omit<TransportRequest, 'address' | 'headers'> {
  readonly path: string
  readonly params?: QueryParams | undefined
  readonly anonymous?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly idempotencyKey?: string | undefined
}

/**
 * An access token that has less than this left is refreshed before a call is sent: refused on its way, the call would end in a reload, and
 * what somebody has just confirmed would be lost.
 */
const refreshAheadMs = 10_000

/** The HTTP client of an app: one per page. Behaviour of failures: specification, section 8. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const caller = createCaller(options, createTransport(options.baseURL))
  const body = async <T>(request: Request) => (await caller.call(request)).body as T
  return {
    get: (path, request) => body({ method: 'GET', path, ...request }),
    post: (path, data, request) => body({ method: 'POST', path, body: data, ...request }),
    put: (path, data, request) => body({ method: 'PUT', path, body: data, ...request }),
    delete: (path, request) => body({ method: 'DELETE', path, ...request }),
    download: async (path, request) => {
      const answer = await caller.call({ method: 'GET', path, file: true, ...request })
      if (answer.status === 202) return { kind: 'later', text: textOfLater(answer.body) }
      saveFile(answer.body as Blob, fileNameOf(answer.headers['content-disposition']) ?? 'download')
      return { kind: 'saved' }
    },
    upload: (path, form) => body({ method: 'POST', path, body: form, quiet: true }),
    send: async <T>({ method, path, params, body: data, signal, idempotencyKey }: HttpCall) => {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: data }
      const answer = await caller.call({ method, path, params, ...sent, ...(signal && { signal }), idempotencyKey })
      return {
        data: answer.body as T,
        messageCode: answer.headers['x-message-code'] ?? null,
        messageText: decodeText(answer.headers['x-message-text']),
      }
    },
    events: (path, stream) => openEventStream((options.baseURL ?? '') + path, stream, caller.authorization, caller.refresh),
  }
}

/** Headers carry ASCII: the server sends the text URI-encoded. */
function decodeText(header: string | undefined): string | null {
  return header === undefined ? null : decodeURIComponent(header)
}

function textOfLater(body: unknown): string {
  return typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string' ? body.text : ''
}

interface Caller {
  call(request: Request): Promise<Answer>
  authorization(): Record<string, string>
  /** Refreshes after the given token was refused, without leaving the page. */
  refresh(refusedToken: string | null): Promise<void>
}

function createCaller(options: HttpClientOptions, transport: Transport): Caller {
  const { session, departures } = options
  let leaving: Promise<HttpProblem> | null = null
  let isWriteLost = false

  const refresh = createTokenRefresh(session, requestTokens, options.withLock ?? withTabLock)
  return { call, authorization, refresh }

  async function call(request: Request): Promise<Answer> {
    const address = withQuery(request.path, request.params)
    if (hasForbiddenHyphens(address)) throw new HttpProblem({ kind: 'text', status: 0, code: 'M18', text: errorTexts.badUrl })
    if (!request.anonymous) await refreshAhead()
    const sentToken = request.anonymous ? null : (session.readTokens()?.access_token ?? null)
    const answer = await sendOnce(request, address)
    return answer.status === 401 && !request.anonymous ? await afterUnauthorized(request, address, sentToken) : settle(request, answer)
  }

  async function refreshAhead(): Promise<void> {
    const tokens = session.readTokens()
    if (!tokens || Date.now() < tokens.expiresAt - refreshAheadMs) return
    // A failure is not told here: the call itself meets it, and its answer decides where that leads.
    await refresh(tokens.access_token).then(options.onRefreshed, () => undefined)
  }

  /** Sends, and sends once more when the server refused an outdated anti-forgery token and gave a fresh one. */
  async function sendOnce(request: Request, address: string): Promise<Answer> {
    const sentXsrfToken = session.readXsrfToken()
    const answer = await transmit(request, address)
    const isRetry = answer.status === 403 && session.readXsrfToken() !== sentXsrfToken
    return isRetry ? await transmit(request, address) : answer
  }

  async function transmit(request: Request, address: string): Promise<Answer> {
    const endLoading = options.beginLoading?.()
    try {
      const { method, body, signal, file, anonymous, idempotencyKey } = request
      const answer = await transport({
        method,
        address,
        headers: { ...headers(anonymous), ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }) },
        body,
        ...(signal && { signal }),
        ...(file && { file }),
      })
      const xsrfToken = answer.headers['x-xsrf-token']
      if (xsrfToken) session.saveXsrfToken(xsrfToken)
      return answer
    } catch (cause) {
      throw transportProblem(cause, request)
    } finally {
      endLoading?.()
    }
  }

  function headers(anonymous: boolean | undefined): Record<string, string> {
    const xsrfToken = session.readXsrfToken()
    return { ...(anonymous ? {} : authorization()), ...(xsrfToken ? { 'X-XSRF-TOKEN': xsrfToken } : {}) }
  }

  function authorization(): Record<string, string> {
    const tokens = session.readTokens()
    return tokens ? { Authorization: `Bearer ${tokens.access_token}` } : {}
  }

  function settle(request: Request, answer: Answer): Answer {
    if (answer.status >= 200 && answer.status < 300) return answer
    const problem = problemOfAnswer({ status: answer.status, code: answer.headers['x-error-code'] ?? null, body: answer.body })
    if (problem.kind === 'locked' && !request.anonymous && !request.quiet) endSession(problem)
    throw problem
  }

  async function afterUnauthorized(request: Request, address: string, refusedToken: string | null): Promise<Answer> {
    if (request.quiet) {
      await refresh(refusedToken).catch((cause: unknown) => {
        throw refreshProblem(cause)
      })
      return settle(request, await sendOnce(request, address))
    }
    isWriteLost ||= request.method !== 'GET'
    leaving ??= leaveAfterRefresh(refusedToken)
    throw await leaving
  }

  /** One refresh and one way out for all calls that were refused together; answers with the problem they reject with. */
  async function leaveAfterRefresh(refusedToken: string | null): Promise<HttpProblem> {
    const failure = await refresh(refusedToken).then(
      () => (options.mayReload() ? null : sessionTimeout()),
      (cause: unknown) => refreshProblem(cause),
    )
    if (!failure) {
      departures.reload(isWriteLost)
      return new HttpProblem({ kind: 'unauthorized', status: 401, code: null, text: '' })
    }
    leaving = null
    if (failure.kind !== 'network') endSession(failure)
    return failure
  }

  function endSession(problem: HttpProblem): void {
    session.clear()
    departures.toLogin(problem)
  }

  function transportProblem(cause: unknown, request: Request): HttpProblem {
    // Browsers abort pending requests of a page that is being left.
    const isAborted = axios.isCancel(cause) || (axios.isAxiosError(cause) && cause.message === 'Request aborted')
    if (isAborted) return new HttpProblem({ kind: 'aborted', status: 0, code: null, text: '' }, { cause })
    const problem = new HttpProblem({ kind: 'network', status: 0, code: null, text: errorTexts.networkLost }, { cause })
    if (!request.quiet) departures.toPage500(problem)
    return problem
  }

  async function requestTokens(refreshToken: string): Promise<unknown> {
    const body = refreshForm(options.clientId, refreshToken)
    return (await call({ method: 'POST', path: tokenPath, body, anonymous: true })).body
  }
}

function sessionTimeout(cause?: unknown): HttpProblem {
  return new HttpProblem({ kind: 'unauthorized', status: 401, code: null, text: errorTexts.refreshFailed }, { cause })
}

/** Why a refresh failed: no answer and a locked account say so themselves, everything else is a timeout. */
function refreshProblem(cause: unknown): HttpProblem {
  const speaksForItself = isHttpProblem(cause) && (cause.kind === 'network' || cause.kind === 'locked')
  return speaksForItself ? cause : sessionTimeout(cause)
}
