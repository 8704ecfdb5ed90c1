import { lazy, useCallback, useEffect, useRef } from 'react'
import { loadActions } from '../actions/lazyActions.ts'
import { loadDialogs } from '../actions/lazyDialogs.ts'
import { loadDetails } from '../list/lazyDetails.ts'
import { loadWindowedRows } from '../list/TableRows.tsx'
import { loadOptionPanel } from '../shared/choices/lazyPanel.ts'

const loadFormDialog = () => import('../form/FormDialog.tsx')
const loadInputDialog = () => import('../form/InputDialog.tsx')

/** Forms bring a form library, which a list does not need: it is fetched when the first form opens, or before that when idle. */
export const LazyFormDialog = lazy(async () => ({ default: (await loadFormDialog()).FormDialog }))
export const LazyInputDialog = lazy(async () => ({ default: (await loadInputDialog()).InputDialog }))

/**
 * Fetches the code of forms and of long pages while the browser has nothing else to do, so that the first of them opens at once.
 *
 * @returns to be called when the list stands: until then every byte and every millisecond is its own
 */
export function useWarmParts(): () => void {
  const handle = useRef<number | null>(null)
  useEffect(
    () => () => {
      if (handle.current !== null) window.cancelIdleCallback(handle.current)
      handle.current = null
    },
    [],
  )
  return useCallback(() => {
    // Safari has no idle callback; there the code comes when it is first needed.
    if (handle.current !== null || typeof window.requestIdleCallback !== 'function') return
    // A failure shows when the part is opened, where it can be tried again.
    handle.current = window.requestIdleCallback(() => void Promise.all(loaders.map((load) => load())).catch(() => undefined))
  }, [])
}

const loaders: readonly (() => Promise<unknown>)[] = [
  loadFormDialog,
  loadInputDialog,
  loadWindowedRows,
  loadActions,
  loadDialogs,
  loadDetails,
  loadOptionPanel,
]
