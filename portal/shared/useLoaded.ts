import { useCallback, useEffect, useState } from 'react'
import { useHttp } from '../../src/client/http/HttpContext.tsx'
import { isHttpProblem } from '../../src/client/http/problem.ts'

/** What a page reads when it opens. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: T }
  | { readonly state: 'error'; readonly text: string; readonly retry: () => void }

export interface LoadOptions {
  /** Belongs to the signed-in member: a refused token ends in a reload or at the sign-in page. */
  readonly isOwn?: boolean
}

/** Reads a call of the server once per visit; an answer that comes after the page was left is ignored. */
export function useLoaded<T>(path: string, options: LoadOptions = {}): Loaded<T> {
  return useReloading<T>(path, options).loaded
}

/** As {@link useLoaded}; `reload` reads again, and what was read stays on the screen until another answer has come. */
export function useReloading<T>(path: string, { isOwn = false }: LoadOptions = {}): { readonly loaded: Loaded<T>; reload(): void } {
  const http = useHttp()
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ readonly path: string; readonly loaded: Loaded<T> }>({ path, loaded: { state: 'loading' } })
  const reload = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further try reads again
  useEffect(() => {
    const leaving = new AbortController()
    const retry = () => {
      setAnswer({ path, loaded: { state: 'loading' } })
      reload()
    }
    http.get<T>(path, { signal: leaving.signal, quiet: !isOwn }).then(
      (data) => setAnswer({ path, loaded: { state: 'ready', data } }),
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        const text = isHttpProblem(problem) ? problem.text : '系統發生錯誤，請稍後再試。'
        // What was read before stays: forms with typing stand on it, and offline reading again fails as well.
        setAnswer((current) =>
          current.path === path && current.loaded.state === 'ready' ? current : { path, loaded: { state: 'error', text, retry } },
        )
      },
    )
    return () => leaving.abort()
  }, [http, path, isOwn, reload, tries])
  return { loaded: answer.path === path ? answer.loaded : { state: 'loading' }, reload }
}
