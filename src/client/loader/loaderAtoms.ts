import { atom } from 'jotai'

/** The loader is shown when a request takes longer than this (specification, section 9). */
const loaderDelayMs = 500

interface LoaderView {
  /** Number of pending requests. */
  readonly pending: number
  readonly shownSince: number | null
}

const viewAtom = atom<LoaderView>({ pending: 0, shownSince: null })

/**
 * Start of the request for which the loader is shown, in ms since 1970; null while it is hidden. Changed only by {@link beginRequestAtom}.
 */
export const loaderShownAtom = atom((get) => get(viewAtom).shownSince)

/** Counts one request; the returned function ends it (further calls do nothing). */
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
