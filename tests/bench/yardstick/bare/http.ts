import { createStoredSession } from '../../../../src/client/session/storedSession.ts'
import type { Http } from '../world.ts'

const session = createStoredSession(localStorage)

export const permissions: ReadonlySet<string> = new Set(session.readPermissions())

/** Calls with the tokens of the user who signed in at the console of the same origin. */
export const http: Http = {
  get: (path, { params, signal }) => call(`${path}?${new URLSearchParams(params)}`, { signal }),
  post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
}

/** The server sends the first token against forgery with its first answer, and refuses writes without it. */
let forgeryToken = session.readXsrfToken()

export async function call<T>(path: string, init: RequestInit, isAgain = false): Promise<T> {
  const answer = await fetch(path, {
    ...init,
    headers: {
      authorization: `Bearer ${session.readTokens()?.access_token}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(forgeryToken !== null && { 'x-xsrf-token': forgeryToken }),
    },
  })
  forgeryToken = answer.headers.get('x-xsrf-token') ?? forgeryToken
  if (answer.status === 403 && !isAgain) return call(path, init, true)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json() as Promise<T>
}
