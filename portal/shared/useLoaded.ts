import { useCallback, useEffect, useState } from 'react'
import { useHttp } from '../../src/client/http/HttpContext.tsx'
import { isHttpProblem } from '../../src/client/http/problem.ts'

/** What a page reads when it opens. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: T }
  | { readonly state: 'error'; readonly text: string; readonly retry: () => void }

/** Reads an open call of the server once per visit; an answer that comes after the page was left is ignored. */
export function useLoaded<T>(path: string): Loaded<T> {
  const http = useHttp()
  const [tries, setTries] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const retry = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further try reads again
  useEffect(() => {
    const leaving = new AbortController()
    setLoaded({ state: 'loading' })
    http.get<T>(path, { signal: leaving.signal, quiet: true }).then(
      (data) => setLoaded({ state: 'ready', data }),
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setLoaded({ state: 'error', text: isHttpProblem(problem) ? problem.text : '系統發生錯誤，請稍後再試。', retry })
      },
    )
    return () => leaving.abort()
  }, [http, path, retry, tries])
  return loaded
}
