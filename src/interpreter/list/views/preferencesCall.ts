import type { HttpClient } from '../../../client/http/httpClient.ts'
import { formatPreferences, type ListPreferences, noPreferences, type PreferencesStep, parsePreferences } from './preferences.ts'

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

/**
 * Stores a change of what the server has now. What was read when the list opened may have failed to come, or may be older than a view that
 * was saved in another window: written back, it would take such views away.
 *
 * @returns what is stored then
 */
export async function changePreferences(http: HttpClient, uri: string, step: PreferencesStep): Promise<ListPreferences> {
  forgetPreferences(http, uri)
  const stored = parsePreferences(await http.get<unknown>(pathOf(uri), { quiet: true }))
  const changed = { ...stored, ...step(stored) }
  await http.put(pathOf(uri), formatPreferences(changed))
  return changed
}

function pathOf(uri: string): string {
  return `/api/screens${uri}/preferences`
}
