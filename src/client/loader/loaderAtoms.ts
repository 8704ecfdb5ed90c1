import { atom } from 'jotai'

/** A request must last longer than this before the loader shows (specification, section 9). */
const loaderDelayMs = 500

export interface LoaderView {
  /** Pending requests. */
  readonly pending: number
  /** When the request that made the loader show began, in milliseconds since 1970; null while the loader is hidden. */
  readonly shownSince: number | null
}

const viewAtom = atom<LoaderView>({ pending: 0, shownSince: null })

/** The loader as drawn; changed only by {@link beginRequestAtom}. */
export const loaderAtom = atom((get) => get(viewAtom))

/** Counts one request; the returned function ends it (once, further calls do nothing). */
export const beginRequestAtom = atom(null, (get, set): (() => void) => {
  const startedAt = Date.now()
  let isPending = true
  set(viewAtom, { ...get(viewAtom), pending: get(viewAtom).pending + 1 })
  const timer = setTimeout(() => {
    const view = get(viewAtom)
    set(viewAtom, { ...view, shownSince: view.shownSince ?? startedAt })
  }, loaderDelayMs)
  return () => {
    if (!isPending) return
    isPending = false
    clearTimeout(timer)
    const { pending, shownSince } = get(viewAtom)
    set(viewAtom, { pending: pending - 1, shownSince: pending === 1 ? null : shownSince })
  }
})
