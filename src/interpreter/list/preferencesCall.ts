import type { HttpClient } from '../../client/http/httpClient.ts'
import { formatPreferences, type ListPreferences, noPreferences, parsePreferences } from './preferences.ts'

const asked = new WeakMap<HttpClient, Map<string, Promise<ListPreferences>>>()

/**
 * Asks for the user's preferences of a list, once for all who ask while the screen is open: early, beside the document, and again
 * by the list. A failure gives none, for a list is complete without.
 */
export function readPreferences(http: HttpClient, uri: string): Promise<ListPreferences> {
  const calls = asked.get(http) ?? new Map<string, Promise<ListPreferences>>()
  asked.set(http, calls)
  const call = calls.get(uri) ?? http.get<unknown>(pathOf(uri), { quiet: true }).then(parsePreferences, () => noPreferences)
  calls.set(uri, call)
  return call
}

/** The next reader asks the server again. */
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
