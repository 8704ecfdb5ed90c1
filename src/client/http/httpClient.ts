import { createCaller } from './caller.ts'
import { fileNameOf, saveFile } from './download.ts'
import { type EventStreamOptions, openEventStream } from './eventStream.ts'
import type { HttpClientOptions, Request } from './httpClientOptions.ts'

export interface RequestOptions {
  readonly params?: Record<string, unknown> | URLSearchParams
  readonly signal?: AbortSignal
  /** Sends no bearer token, and returns 401 and 423 like other errors; for sign-in and forgotten password. */
  readonly anonymous?: boolean
  /** Failures are only reported to the caller: no navigation to another page, and a refused token is refreshed without a reload. */
  readonly quiet?: boolean
  /** Loaded ahead, so that nobody waits for it: `quiet`, and not shown as loading. */
  readonly background?: boolean
}

export interface DownloadOptions extends RequestOptions {
  /** `POST` for downloads that the server counts or logs. */
  readonly method?: 'GET' | 'POST'
  /** Sent with `POST` only. */
  readonly body?: unknown
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly params?: Record<string, unknown> | URLSearchParams
  /** Not sent with GET and DELETE, whose data is in `params`. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Makes a create repeatable: the same key and body always get the first answer. */
  readonly idempotencyKey?: string
}

export interface WriteAnswer<T> {
  readonly data: T
  /** `x-message-code`: M01..M04. */
  readonly messageCode: string | null
  /** `x-message-text`: text to show instead of the one of the code. */
  readonly messageText: string | null
}

/** Result of a download: saved, or left to a job of the server (status 202), with a text for the user. */
export type DownloadOutcome = { readonly kind: 'saved' } | { readonly kind: 'later'; readonly text: string }

/**
 * Calls of the product's own server. Paths start with `/`; bodies are JSON unless they are a form. Each method resolves to the parsed body
 * and rejects with {@link HttpProblem}.
 */
export interface HttpClient {
  get<T>(path: string, options?: RequestOptions): Promise<T>
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>
  delete<T>(path: string, options?: RequestOptions): Promise<T>
  /** Saves the file under the name given by the server. For a file that the server makes later, returns a text instead. */
  download(path: string, options?: DownloadOptions): Promise<DownloadOutcome>
  /** Sent as `quiet`, so that the page and the chosen file stay when the token has to be refreshed or the connection fails. */
  upload<T>(path: string, form: FormData): Promise<T>
  /** Any call; resolves to the body and the message headers of the answer. */
  send<T>(call: HttpCall): Promise<WriteAnswer<T>>
  /** Reads server-sent events with the bearer header and reconnects until the signal aborts. */
  events(path: string, options: EventStreamOptions): void
}

/** Creates the HTTP client of an app; one per page. Failures are handled as in specification, section 8. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const caller = createCaller(options)
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

/** Headers are ASCII, so the server sends the text URI-encoded. */
function decodeText(header: string | undefined): string | null {
  return header === undefined ? null : decodeURIComponent(header)
}

function textOfLater(body: unknown): string {
  return typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string' ? body.text : ''
}
