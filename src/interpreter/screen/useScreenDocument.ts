import { useCallback, useEffect, useReducer, useState } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { failureOf, type LoadFailure } from '../../client/load/loadFailure.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { subscribeToDocumentEvents } from './documentEvents.ts'

/** The document of a screen as far as it is known; the last good one stays while a newer one loads. */
export type ScreenDocument =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly screen: ResolvedScreen }
  | ({ readonly state: 'error' } & LoadFailure)

type Step =
  | { readonly kind: 'screen'; readonly screen: ResolvedScreen }
  | { readonly kind: 'problem'; readonly failure: LoadFailure; readonly isRefusal: boolean }

export interface LiveDocument {
  readonly document: ScreenDocument
  readonly reload: () => void
}

/** Loads the document of a screen and loads it again when the server says that it changed. One visit, one uri: key by the uri. */
export function useScreenDocument(uri: string): LiveDocument {
  const http = useHttp()
  const [version, setVersion] = useState(0)
  const [document, dispatch] = useReducer(nextDocument, { state: 'loading' })
  const reload = useCallback(() => setVersion((before) => before + 1), [])
  const hash = document.state === 'ready' ? document.screen.hash : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again
  useEffect(() => {
    const controller = new AbortController()
    const take = (step: Step) => {
      if (!controller.signal.aborted) dispatch(step)
    }
    loadScreen(http, uri, controller.signal).then(
      (screen) => take({ kind: 'screen', screen }),
      (problem: unknown) => take({ kind: 'problem', failure: failureOf(problem), isRefusal: isRefusal(problem) }),
    )
    return () => controller.abort()
  }, [http, uri, version])

  useEffect(
    () =>
      subscribeToDocumentEvents(http, (event) => {
        const isOurs = event.kind === 'screen' && event.uri === uri && event.hash !== hash
        if (isOurs || event.kind === 'reopened') reload()
      }),
    [http, uri, hash, reload],
  )
  return { document, reload }
}

/** The document behind a uri, cut to the user; `/_company/companies` -> `/api/screens/_company/companies`. */
async function loadScreen(http: HttpClient, uri: string, signal: AbortSignal): Promise<ResolvedScreen> {
  return await http.get<ResolvedScreen>(`/api/screens${uri}`, { signal })
}

/** The screen is gone, or the user may no longer open it; unlike a passing failure this takes the shown document away. */
function isRefusal(problem: unknown): boolean {
  return isHttpProblem(problem) && (problem.status === 403 || problem.status === 404)
}

function nextDocument(document: ScreenDocument, step: Step): ScreenDocument {
  if (step.kind === 'problem') {
    return document.state === 'ready' && !step.isRefusal ? document : { state: 'error', ...step.failure }
  }
  const isSame = document.state === 'ready' && document.screen.hash === step.screen.hash
  return isSame ? document : { state: 'ready', screen: step.screen }
}
