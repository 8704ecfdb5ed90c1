import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

type Load<T> = () => Promise<T>

interface Failure {
  readonly load: Load<unknown>
  readonly problem: unknown
}

/** Code that is there already: it is drawn at once. */
const known = new WeakMap<Load<unknown>, unknown>()
const places = new Set<() => void>()

function subscribe(place: () => void): () => void {
  places.add(place)
  return () => places.delete(place)
}

/** Code that is being fetched. Other places wait for the same: each answer of its own would draw all of them once more. */
const fetching = new WeakMap<Load<unknown>, Promise<unknown>>()

/** Fetches code ahead: its place then draws it at once. */
export async function fetchCode<T>(load: Load<T>): Promise<T> {
  if (known.has(load)) return known.get(load) as T
  const now = fetching.get(load) ?? fetchNow(load).finally(() => fetching.delete(load))
  fetching.set(load, now)
  return now as Promise<T>
}

async function fetchNow<T>(load: Load<T>): Promise<T> {
  const code = await load()
  known.set(load, code)
  for (const draw of places) draw()
  return code
}

/** Code of one place. */
export interface LateCode<T> {
  /** Null until it is there. */
  readonly code: T | null
  /** Why it could not be fetched; null while it is being fetched. */
  readonly failure: { readonly problem: unknown } | null
  /** Fetches it again. */
  readonly retry: () => void
}

/**
 * Code that is fetched when its place is drawn. For what comes within moments: `lazy` with Suspense keeps its placeholder on the screen for
 * 300 ms at least.
 *
 * @param load the same function at each rendering
 */
export function useLateCode<T>(load: Load<T>): LateCode<T> {
  // A store, because another place may have fetched the code between the rendering of this one and its effect.
  const code = useSyncExternalStore(subscribe, () => known.get(load) ?? null) as T | null
  const [last, setLast] = useState<Failure | null>(null)
  const failure = last?.load === load ? last : null
  useEffect(() => {
    if (known.has(load) || failure !== null) return
    let isGone = false
    fetchCode(load).catch((problem: unknown) => {
      // It may also be a defect of the code, which nobody else would tell of.
      console.error('A part of the page could not be fetched', problem)
      if (!isGone) setLast({ load, problem })
    })
    return () => {
      isGone = true
    }
  }, [load, failure])
  const retry = useCallback(() => setLast(null), [])
  return { code, failure: code === null ? failure : null, retry }
}

/**
 * The code of a whole page.
 *
 * @param load the same function at each rendering
 * @returns null until it is there
 * @throws while rendering, when it cannot be fetched
 */
export function useCode<T>(load: Load<T>): T | null {
  const { code, failure } = useLateCode(load)
  if (failure !== null) throw failure.problem
  return code
}
