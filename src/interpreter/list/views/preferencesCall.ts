import type { HttpClient } from '../../../client/http/httpClient.ts'
import { formatPreferences, type ListPreferences, noPreferences, type PreferencesStep, parsePreferences } from './preferences.ts'

/** Preferences that came with the screen whose list is being opened. */
const kept = new WeakMap<HttpClient, Map<string, ListPreferences>>()

/** Keeps what came with a screen for the list that is opened next. */
export function keepPreferences(http: HttpClient, uri: string, preferences: ListPreferences): void {
  kept.set(http, (kept.get(http) ?? new Map<string, ListPreferences>()).set(uri, preferences))
}

/** Preferences that came with the screen; null when they have to be read. */
export function keptPreferences(http: HttpClient, uri: string): ListPreferences | null {
  return kept.get(http)?.get(uri) ?? null
}

/** Whoever opens the list next reads them anew. */
export function forgetPreferences(http: HttpClient, uri: string): void {
  kept.get(http)?.delete(uri)
}

/** Reads the user's preferences of a list. A failure gives none, because a list works without them. */
export function readPreferences(http: HttpClient, uri: string): Promise<ListPreferences> {
  return http.get<unknown>(pathOf(uri), { quiet: true }).then(parsePreferences, () => noPreferences)
}

/**
 * Stores a change of what the server has now. What was read when the list opened may have failed to come, or may be older than a view that
 * was saved in another window: written back, it would take such views away.
 *
 * @returns what is stored then
 */
export async function changePreferences(http: HttpClient, uri: string, step: PreferencesStep): Promise<ListPreferences> {
  const stored = parsePreferences(await http.get<unknown>(pathOf(uri), { quiet: true }))
  const changed = { ...stored, ...step(stored) }
  await http.put(pathOf(uri), formatPreferences(changed))
  return changed
}

function pathOf(uri: string): string {
  return `/api/screens${uri}/preferences`
}
