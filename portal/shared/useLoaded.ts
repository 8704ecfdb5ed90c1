import { useLoad } from '../../src/client/load/useLoad.ts'

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

/**
 * As {@link useLoaded}; `reload` reads again, and what was read stays on the screen until another answer has come: forms with typing stand
 * on it, and offline reading again fails as well.
 */
export function useReloading<T>(path: string, { isOwn = false }: LoadOptions = {}): { readonly loaded: Loaded<T>; reload(): void } {
  const { state, data, failure, reload } = useLoad(
    async (http, signal) => ({ path, answer: await http.get<T>(path, { signal, quiet: !isOwn }) }),
    [path, isOwn],
  )
  if (data?.path === path) return { loaded: { state: 'ready', data: data.answer }, reload }
  return { loaded: state === 'error' ? { state, text: failure.text, retry: reload } : { state: 'loading' }, reload }
}
