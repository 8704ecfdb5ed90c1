import { useEffect, useState } from 'react'
import { failureOf, type LoadFailure } from './loadFailure.ts'

/** Something loaded for one place of the screen; `data` keeps the last answer while the next one loads. */
export type Load<T> =
  | { readonly state: 'loading'; readonly data: T | null }
  | { readonly state: 'ready'; readonly data: T }
  | ({ readonly state: 'error'; readonly data: T | null } & LoadFailure)

/**
 * Loads when mounted and whenever `load` changes (wrap it in `useCallback`). The older call is aborted and a late answer dropped.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): Load<T> {
  const [state, setState] = useState<Load<T>>({ state: 'loading', data: null })
  useEffect(() => {
    const controller = new AbortController()
    const take = (next: (before: Load<T>) => Load<T>) => {
      if (!controller.signal.aborted) setState(next)
    }
    take(({ data }) => ({ state: 'loading', data }))
    load(controller.signal).then(
      (data) => take(() => ({ state: 'ready', data })),
      (problem: unknown) => take(({ data }) => ({ state: 'error', data, ...failureOf(problem) })),
    )
    return () => controller.abort()
  }, [load])
  return state
}
