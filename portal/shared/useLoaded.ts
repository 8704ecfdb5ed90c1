import { useLoad } from '../../src/client/load/useLoad.ts'

/** State of what a page loads when it opens. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: T }
  | { readonly state: 'error'; readonly text: string; readonly retry: () => void }

export interface LoadOptions {
  /** Belongs to the signed-in member: a refused token leads to a reload or to the sign-in page. */
  readonly isOwn?: boolean
}

/** Loads a call of the server once per visit; an answer after leaving the page is ignored. */
export function useLoaded<T>(path: string, options: LoadOptions = {}): Loaded<T> {
  return useReloading<T>(path, options).loaded
}

/**
 * Like {@link useLoaded}. `reload` loads again, and the old data stays until the new answer has arrived, because forms with typed input
 * depend on it, and while offline a reload would fail.
 */
export function useReloading<T>(path: string, { isOwn = false }: LoadOptions = {}): { readonly loaded: Loaded<T>; reload(): void } {
  const { state, data, failure, reload } = useLoad(
    async (http, signal) => ({ path, answer: await http.get<T>(path, { signal, quiet: !isOwn }) }),
    [path, isOwn],
  )
  if (data?.path === path) return { loaded: { state: 'ready', data: data.answer }, reload }
  return { loaded: state === 'error' ? { state, text: failure.text, retry: reload } : { state: 'loading' }, reload }
}
