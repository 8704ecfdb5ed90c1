import { useCallback, useRef } from 'react'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import type { LoadFailure } from '../../client/load/loadFailure.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import { useDictionaryCache } from '../../client/useDictionaryCache.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { openScreen } from './openScreen.ts'
import { useDocumentEvents } from './useDocumentEvents.ts'

/** State of a screen's document; the last valid one is kept while a newer one loads. */
export type ScreenDocument =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly screen: ResolvedScreen; readonly gone?: GoneScreen }
  | { readonly state: 'error'; readonly failure: LoadFailure }

/**
 * The screen is no more where it was opened. It stays drawn, because somebody may be filling in a form. `movedTo`: the uri that it has now;
 * its former calls still work.
 */
export interface GoneScreen {
  readonly movedTo: string | null
}

export interface LiveDocument {
  readonly document: ScreenDocument
  readonly reload: () => void
}

/**
 * Opens a screen, and loads its document again when the server says that it has changed. Use a new component for another uri (key by the
 * uri).
 *
 * @param search query of the address
 */
export function useScreenDocument(uri: string, search: string): LiveDocument {
  const dictionaries = useDictionaryCache()
  const isOpen = useRef(false)
  const read = useEvent(async (client: HttpClient, signal: AbortSignal) => {
    // The document restricted to the user; `/_company/companies` is read from `/api/screens/_company/companies`.
    if (isOpen.current) return client.get<ResolvedScreen>(`/api/screens${uri}`, { signal })
    const opened = await openScreen(client, { dictionaries, uri, search }, signal)
    isOpen.current = true
    return opened
  })
  const { data, failure, reload } = useLoad(read, [read])
  const screen = useSameByHash(data, uri)
  const hash = screen?.hash
  useDocumentEvents(
    useCallback(
      (event) => {
        const isOurs = event.kind === 'screen' && event.uri === uri && event.hash !== hash
        if (isOurs || event.kind === 'reopened') reload()
      },
      [uri, hash, reload],
    ),
  )
  return { document: documentOf(screen, failure, data?.uri ?? uri), reload }
}

function documentOf(screen: ResolvedScreen | null, failure: LoadFailure | null, uri: string): ScreenDocument {
  if (screen !== null && failure !== null && isGone(failure)) return { state: 'ready', screen, gone: { movedTo: null } }
  if (failure !== null && (screen === null || isRefusal(failure))) return { state: 'error', failure }
  if (screen === null) return { state: 'loading' }
  return screen.uri === uri ? { state: 'ready', screen } : { state: 'ready', screen, gone: { movedTo: uri } }
}

const isGone = ({ problem }: LoadFailure) => isHttpProblem(problem) && problem.status === 404

/** True when the user may no longer open the screen. Unlike a temporary failure this removes the shown document. */
function isRefusal({ problem }: LoadFailure): boolean {
  return isHttpProblem(problem) && (problem.status === 403 || problem.status === 404)
}

/**
 * Keeps the old object when a document was loaded again without change, so that nothing is drawn again, and when the screen has got another
 * uri since, so that an open form stays.
 */
function useSameByHash(read: ResolvedScreen | null, uri: string): ResolvedScreen | null {
  const kept = useRef(read)
  const hasMoved = kept.current?.uri === uri && read !== null && read.uri !== uri
  if (kept.current?.hash !== read?.hash && !hasMoved) kept.current = read
  return kept.current
}
