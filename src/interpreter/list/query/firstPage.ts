import type { HttpClient } from '../../../client/http/httpClient.ts'
import { readListLocation } from '../../../language/query/listLocation.ts'
import { formatListQuery, type ListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { fetchListPage } from '../../shared/calls/listCall.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'
import { waitingText } from '../filters/filterDraft.ts'
import type { ListPreferences } from '../views/preferences.ts'
import { defaultAddress } from '../views/useViews.ts'
import { preferredList } from './preferredList.ts'
import { listParams } from './useListLocation.ts'

/** The rows that a list shows first, asked for before the list is drawn. */
export interface FirstPage {
  /** Of the query; a list that wants other rows asks itself. */
  readonly address: string
  readonly call: Promise<ListPage>
  /** Null until it has come. */
  page: ListPage | null
}

const asked = new WeakMap<ResolvedScreen, FirstPage>()

interface AskFirstPageInput {
  readonly screen: ResolvedScreen
  readonly preferences: ListPreferences
  /** Query of the address. */
  readonly search: string
}

/** Asks for the rows that the list of a screen will show first. Resolves when they are there, or nothing can be asked for. */
export async function askFirstPage(http: HttpClient, { screen, preferences, search }: AskFirstPageInput): Promise<void> {
  const list = preferredList(screen.list, preferences)
  const query = firstQuery(list, preferences, new URLSearchParams(search))
  if (waitingText(query, list) !== null) return
  // Whoever has gone elsewhere meanwhile does not see them.
  const { signal } = new AbortController()
  const call = fetchListPage(http, { call: screen.api.list, query, list: screen.list, signal })
  const first: FirstPage = { address: formatListQuery(query, screen.list).toString(), call, page: null }
  asked.set(screen, first)
  // A failure is told by the list, which takes the call.
  first.page = await call.catch(() => null)
}

/** The first page of a list that is drawn for the first time, when it is that of the query. */
export function firstPageOf(screen: ResolvedScreen, address: string): FirstPage | undefined {
  const first = asked.get(screen)
  return first?.address === address ? first : undefined
}

/** From now on the list asks itself. */
export function forgetFirstPage(screen: ResolvedScreen): void {
  asked.delete(screen)
}

/** An address that says nothing of the rows leads to the view that opens by default. */
function firstQuery(list: ResolvedScreen['list'], preferences: ListPreferences, search: URLSearchParams): ListQuery {
  const params = listParams(search)
  const opened = params.size === 0 ? defaultAddress(preferences, list) : null
  return readListLocation(opened ?? params, list, taipeiDate(new Date())).query
}
