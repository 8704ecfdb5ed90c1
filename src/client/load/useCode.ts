import { useEffect, useState, useSyncExternalStore } from 'react'

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

/** Fetches code ahead: its place then draws it at once. */
export async function fetchCode(load: Load<unknown>): Promise<void> {
  if (known.has(load)) return
  known.set(load, await load())
  for (const draw of places) draw()
}

/**
 * Code that is fetched when its place is drawn. For what comes within moments: `lazy` with Suspense keeps its placeholder on the screen for
 * 300 ms at least.
 *
 * @param load the same function at each rendering
 * @returns null until it is there
 * @throws while rendering, when it cannot be fetched
 */
export function useCode<T>(load: Load<T>): T | null {
  // A store, because another place may have fetched the code between the rendering of this one and its effect.
  const code = useSyncExternalStore(subscribe, () => known.get(load) ?? null) as T | null
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    if (known.has(load)) return
    let isGone = false
    fetchCode(load).catch((problem: unknown) => {
      if (!isGone) setFailure({ load, problem })
    })
    return () => {
      isGone = true
    }
  }, [load])
  if (code === null && failure?.load === load) throw failure.problem
  return code
}
