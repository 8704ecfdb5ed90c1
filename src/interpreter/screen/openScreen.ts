import type { OpeningDictionary } from '../../answers/opening.ts'
import type { DictionaryCache } from '../../client/dictionaryCache.ts'
import { getAhead, putAhead, takeAhead } from '../../client/http/ahead.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { askFirstPage } from '../list/askFirstPage.ts'
import { parsePreferences } from '../list/views/preferences.ts'
import { keepPreferences } from '../list/views/preferencesCall.ts'
import { openingPath } from './openingPath.ts'

/** `GET /api/screens/{group}/{name}/opening` */
interface Opening {
  readonly screen: ResolvedScreen
  readonly preferences: unknown
  readonly dictionaries: readonly OpeningDictionary[]
}

interface ScreenVisit {
  /** Where the options of the list's dictionaries are put. */
  readonly dictionaries: DictionaryCache
  readonly uri: string
  /** Query of the address, which says which rows come first. */
  readonly search: string
}

/** A list that is drawn together with its rows is drawn once; when they take longer it is drawn without. */
const rowsWaitMs = 150

/** Opens a screen before the page that draws it is there. */
export function openScreenAhead(http: HttpClient, visit: ScreenVisit): void {
  putAhead(http, nameOf(visit), readScreen(http, visit, new AbortController().signal))
}

/** Reads a screen with what its list shows at first, and asks for its rows as soon as it is known which. */
export function openScreen(http: HttpClient, visit: ScreenVisit, signal: AbortSignal): Promise<ResolvedScreen> {
  return takeAhead<ResolvedScreen>(http, nameOf(visit)) ?? readScreen(http, visit, signal)
}

const nameOf = ({ uri, search }: ScreenVisit) => `screen ${uri}${search}`

async function readScreen(http: HttpClient, { dictionaries, uri, search }: ScreenVisit, signal: AbortSignal): Promise<ResolvedScreen> {
  const opening = await readOpening(http, uri, signal)
  // The list asks for the rest itself.
  if (opening === null) return http.get<ResolvedScreen>(`/api/screens${uri}`, { signal })
  const { screen } = opening
  const preferences = parsePreferences(opening.preferences)
  keepPreferences(http, screen.uri, preferences)
  for (const { options, ...request } of opening.dictionaries) dictionaries.know(request, options)
  await Promise.race([askFirstPage(http, { screen, preferences, search }), pause(rowsWaitMs)])
  return screen
}

/** Null where there is none: no such screen, or a server of the version before, which answers such calls beside this one. */
async function readOpening(http: HttpClient, uri: string, signal: AbortSignal): Promise<Opening | null> {
  try {
    return await getAhead<Opening>(http, openingPath(uri), { signal })
  } catch (problem) {
    if (isHttpProblem(problem) && problem.status === 404) return null
    throw problem
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
