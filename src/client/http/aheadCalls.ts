import type { HttpClient, RequestOptions } from './httpClient.ts'

interface Ahead {
  readonly call: Promise<unknown>
  /** Milliseconds of the page's clock. */
  readonly at: number
}

/** Calls that were sent before the place that shows their answers was drawn. */
const sent = new WeakMap<HttpClient, Map<string, Ahead>>()

/** What nobody has taken within this time is out of date. */
const freshMs = 5000

/** Sends a GET before the place that wants its answer is drawn; that place asks by {@link getAhead}. */
export function askAhead(http: HttpClient, path: string): void {
  const calls = sent.get(http) ?? new Map<string, Ahead>()
  const call = http.get<unknown>(path)
  // Whoever takes the call is told.
  call.catch(() => undefined)
  sent.set(http, calls.set(path, { call, at: performance.now() }))
}

/** The answer of a call that was sent ahead, which only one caller gets; otherwise sends it now. */
export function getAhead<T>(http: HttpClient, path: string, options?: RequestOptions): Promise<T> {
  const calls = sent.get(http)
  const ahead = calls?.get(path)
  calls?.delete(path)
  const isFresh = ahead !== undefined && performance.now() - ahead.at < freshMs
  return isFresh ? (ahead.call as Promise<T>) : http.get<T>(path, options)
}
