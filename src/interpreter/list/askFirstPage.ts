import type { HttpClient } from '../../client/http/httpClient.ts'
import { readListLocation } from '../../language/query/listLocation.ts'
import { formatListQuery, type ListQuery } from '../../language/query/listQuery.ts'
import type { ResolvedList, ResolvedScreen } from '../../language/resolved.ts'
import { taipeiDate } from '../../rules/dates.ts'
import { fetchListPage } from '../shared/calls/listCall.ts'
import { waitingText } from './filters/filterDraft.ts'
import { keepFirstPage } from './query/firstPage.ts'
import { listParams, preferredList } from './query/useListLocation.ts'
import type { ListPreferences } from './views/preferences.ts'
import { defaultAddress } from './views/useViews.ts'

interface AskFirstPageInput {
  readonly screen: ResolvedScreen
  readonly preferences: ListPreferences
  /** Query of the address. */
  readonly search: string
}

/** Asks for the rows that the list of a screen will show first. Resolves when they are there, or nothing can be asked for. */
export async function askFirstPage(http: HttpClient, { screen, preferences, search }: AskFirstPageInput): Promise<void> {
  const list = preferredList(screen.list, preferences.pageSize)
  const query = firstQuery(list, preferences, new URLSearchParams(search))
  if (waitingText(query, list) !== null) return
  // Whoever has gone elsewhere meanwhile does not see them.
  const { signal } = new AbortController()
  const call = fetchListPage(http, { call: screen.api.list, query, list: screen.list, signal })
  await keepFirstPage(screen, formatListQuery(query, screen.list).toString(), call)
}

/** An address that says nothing of the rows leads to the view that opens by default. */
function firstQuery(list: ResolvedList, preferences: ListPreferences, search: URLSearchParams): ListQuery {
  const params = listParams(search)
  const opened = params.size === 0 ? defaultAddress(preferences, list) : null
  return readListLocation(opened ?? params, list, taipeiDate(new Date())).query
}
