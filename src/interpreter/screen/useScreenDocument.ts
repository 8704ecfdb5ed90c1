import { useCallback, useRef } from 'react'
import { isHttpProblem } from '../../client/http/problem.ts'
import type { LoadFailure } from '../../client/load/loadFailure.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { useDocumentEvents } from './useDocumentEvents.ts'

/** State of a screen's document; the last valid one is kept while a newer one loads. */
export type ScreenDocument =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly screen: ResolvedScreen }
  | { readonly state: 'error'; readonly failure: LoadFailure }

export interface LiveDocument {
  readonly document: ScreenDocument
  readonly reload: () => void
}

/**
 * Loads the document of a screen, and again when the server says that it has changed. Use a new component for another uri (key by the uri).
 */
export function useScreenDocument(uri: string): LiveDocument {
  // The document restricted to the user; `/_company/companies` is read from `/api/screens/_company/companies`.
  const { data, failure, reload } = useLoad((client, signal) => client.get<ResolvedScreen>(`/api/screens${uri}`, { signal }), [uri])
  const screen = useSameByHash(data)
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
  return { document: documentOf(screen, failure), reload }
}

function documentOf(screen: ResolvedScreen | null, failure: LoadFailure | null): ScreenDocument {
  if (failure !== null && (screen === null || isRefusal(failure))) return { state: 'error', failure }
  return screen === null ? { state: 'loading' } : { state: 'ready', screen }
}

/** True when the screen is gone, or the user may no longer open it. Unlike a temporary failure this removes the shown document. */
function isRefusal({ problem }: LoadFailure): boolean {
  return isHttpProblem(problem) && (problem.status === 403 || problem.status === 404)
}

/** Keeps the old object when a document was loaded again without change, so that nothing is drawn again. */
function useSameByHash(read: ResolvedScreen | null): ResolvedScreen | null {
  const kept = useRef(read)
  if (kept.current?.hash !== read?.hash) kept.current = read
  return kept.current
}
