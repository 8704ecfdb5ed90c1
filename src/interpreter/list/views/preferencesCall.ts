import type { HttpClient } from '../../../client/http/httpClient.ts'
import { formatPreferences, type ListPreferences, noPreferences, parsePreferences } from './preferences.ts'

const asked = new WeakMap<HttpClient, Map<string, Promise<ListPreferences>>>()

/**
 * Loads the user's preferences of a list, once for all callers while the screen is open: early, in parallel with the document, and again by
 * the list. A failure gives none, because a list works without them.
 */
export function readPreferences(http: HttpClient, uri: string): Promise<ListPreferences> {
  const calls = asked.get(http) ?? new Map<string, Promise<ListPreferences>>()
  asked.set(http, calls)
  const call = calls.get(uri) ?? http.get<unknown>(pathOf(uri), { quiet: true }).then(parsePreferences, () => noPreferences)
  calls.set(uri, call)
  return call
}

/** The next call loads from the server again. */
export function forgetPreferences(http: HttpClient, uri: string): void {
  asked.get(http)?.delete(uri)
}

export async function writePreferences(http: HttpClient, uri: string, preferences: ListPreferences): Promise<void> {
  forgetPreferences(http, uri)
  await http.put(pathOf(uri), formatPreferences(preferences))
}

function pathOf(uri: string): string {
  return `/api/screens${uri}/preferences`
}
