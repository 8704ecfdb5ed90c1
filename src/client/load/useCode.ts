import { useEffect, useState } from 'react'

type Load<T> = () => Promise<T>

/** What was fetched by now, or why it could not be. */
type Fetched = { readonly code: unknown } | { readonly problem: unknown }

interface Asked<T> {
  readonly load: Load<T>
  readonly fetched: Fetched
}

/** Code that is there already is drawn at once. */
const known = new WeakMap<Load<unknown>, Fetched>()

/**
 * Code that is fetched when its place is drawn. For what comes within moments: `lazy` with Suspense keeps its placeholder on the screen for
 * 300 ms at least.
 *
 * @param load the same function at each rendering
 * @returns null until it is there
 * @throws while rendering, when it cannot be fetched
 */
export function useCode<T>(load: Load<T>): T | null {
  const [asked, setAsked] = useState<Asked<T> | null>(null)
  useEffect(() => {
    if (known.has(load)) return
    let isGone = false
    const take = (fetched: Fetched) => {
      if (!isGone) setAsked({ load, fetched })
    }
    load().then(
      (code) => {
        known.set(load, { code })
        take({ code })
      },
      (problem: unknown) => take({ problem }),
    )
    return () => {
      isGone = true
    }
  }, [load])
  const fetched = known.get(load) ?? (asked?.load === load ? asked.fetched : undefined)
  if (fetched === undefined) return null
  if ('problem' in fetched) throw fetched.problem
  return fetched.code as T
}
