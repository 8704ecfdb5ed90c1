import type { HttpClient, RequestOptions } from './httpClient.ts'

interface Ahead {
  readonly answer: Promise<unknown>
  /** Milliseconds of the page's clock. */
  readonly at: number
}

/** What was asked for before the place that shows it was drawn. */
const asked = new WeakMap<HttpClient, Map<string, Ahead>>()

/** What nobody has taken within this time is out of date. */
const freshMs = 5000

/** Sends a GET before the place that wants its answer is drawn; that place asks by {@link getAhead}. */
export function askAhead(http: HttpClient, path: string): void {
  putAhead(http, path, http.get<unknown>(path))
}

/** Keeps an answer that is on its way for the place that wants it, which takes it by {@link takeAhead}. */
export function putAhead(http: HttpClient, name: string, answer: Promise<unknown>): void {
  const answers = (asked.get(http) ?? new Map<string, Ahead>()).set(name, { answer, at: performance.now() })
  asked.set(http, answers)
  // Whoever has taken it is told of its failure; whoever comes later asks anew.
  answer.catch(() => answers.get(name)?.answer === answer && answers.delete(name))
}

/** Drops what nobody has taken yet: it was asked for by somebody who is signed in no more. */
export function forgetAhead(http: HttpClient): void {
  asked.delete(http)
}

/** The answer of a call that was sent ahead, which only one caller gets; otherwise sends it now. */
export function getAhead<T>(http: HttpClient, path: string, options?: RequestOptions): Promise<T> {
  return takeAhead<T>(http, path) ?? http.get<T>(path, options)
}

/** What was kept under a name, once; undefined when there is nothing, or nothing fresh. */
export function takeAhead<T>(http: HttpClient, name: string): Promise<T> | undefined {
  const answers = asked.get(http)
  const ahead = answers?.get(name)
  answers?.delete(name)
  return ahead !== undefined && performance.now() - ahead.at < freshMs ? (ahead.answer as Promise<T>) : undefined
}
