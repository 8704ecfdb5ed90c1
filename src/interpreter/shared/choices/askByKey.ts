import type { ChoicePage } from '../../../answers/records.ts'
import type { HttpClient } from '../../../client/http/httpClient.ts'

/** Most keys of one question; the server takes no more. */
const keysMax = 50

interface Asked {
  readonly keys: Set<string>
  readonly page: Promise<ChoicePage>
}

/** Questions that are about to be sent, by their path. */
const waiting = new WeakMap<HttpClient, Map<string, Asked>>()

/**
 * Asks for a record by its key. What the rows of a form ask for when they are drawn together is one question, whose answer has all of it.
 */
export function askByKey(http: HttpClient, path: string, key: string): Promise<ChoicePage> {
  const asked = waiting.get(http) ?? new Map<string, Asked>()
  waiting.set(http, asked)
  const open = asked.get(path)
  if (open !== undefined && open.keys.size < keysMax) {
    open.keys.add(key)
    return open.page
  }
  const keys = new Set([key])
  const page = Promise.resolve().then(() => {
    if (asked.get(path)?.keys === keys) asked.delete(path)
    const params = new URLSearchParams([...keys].map((one) => ['key', one]))
    return http.get<ChoicePage>(path, { params, quiet: true })
  })
  asked.set(path, { keys, page })
  return page
}
