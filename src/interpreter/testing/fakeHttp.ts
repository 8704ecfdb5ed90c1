import type { EventStreamOptions, ServerEvent } from '../../client/http/eventStream.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'

/** One call at the edge of the network. `params` are in the given order. */
export interface FakeCall {
  readonly method: string
  readonly path: string
  readonly params: URLSearchParams
  readonly body: unknown
  readonly signal: AbortSignal | undefined
  readonly idempotencyKey: string | undefined
}

/** Answers a call, or throws an HttpProblem to refuse it. Undefined means that the test has no answer for the path. */
export type FakeServer = (call: FakeCall) => unknown

export interface FakeHttp extends HttpClient {
  readonly calls: readonly FakeCall[]
  /** Sends an event to the listeners of the event stream. */
  push(event: ServerEvent): void
  /** Tells the listeners that the event stream is open again after an interruption. */
  reopen(): void
  /** Message code of the next writes. */
  messageCode: string | null
  /** Message text of the next writes. */
  messageText: string | null
}

interface AskInput {
  readonly path: string
  readonly params?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
}

/** An HTTP client whose server is a function. */
export function createFakeHttp(server: FakeServer): FakeHttp {
  const calls: FakeCall[] = []
  const streams = new Set<EventStreamOptions>()
  const ask = async <T>(method: string, { path, params, body, signal, idempotencyKey }: AskInput): Promise<T> => {
    const call = { method, path, params: toParams(params), body, signal, idempotencyKey }
    calls.push(call)
    const answer = await server(call)
    if (answer === undefined) throw new Error(`The test answers no ${method} ${path}`)
    return answer as T
  }
  const fake: FakeHttp = {
    calls,
    messageCode: null,
    messageText: null,
    push: (event) => {
      for (const stream of streams) stream.onEvent(event)
    },
    reopen: () => {
      for (const stream of streams) stream.onReopen?.()
    },
    get: (path, options) => ask('GET', { path, params: options?.params, body: undefined, signal: options?.signal }),
    post: (path, body, options) => ask('POST', { path, params: options?.params, body, signal: options?.signal }),
    put: (path, body, options) => ask('PUT', { path, params: options?.params, body, signal: options?.signal }),
    delete: (path, options) => ask('DELETE', { path, params: options?.params, body: undefined, signal: options?.signal }),
    download: (path, options) => ask('DOWNLOAD', { path, params: options?.params, body: options?.body }),
    upload: (path, form) => ask('UPLOAD', { path, params: undefined, body: form }),
    send: async <T>(call: Parameters<HttpClient['send']>[0]) => ({
      data: await ask<T>(call.method, call),
      messageCode: fake.messageCode,
      messageText: fake.messageText,
    }),
    events: (_path, options) => {
      streams.add(options)
      options.signal.addEventListener('abort', () => streams.delete(options))
    },
  }
  return fake
}

function toParams(params: unknown): URLSearchParams {
  if (params instanceof URLSearchParams) return new URLSearchParams(params)
  const entries = Object.entries((params ?? {}) as Record<string, unknown>)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}
