import { useCallback, useEffect, useRef } from 'react'
import { loadConfirmDialog } from '../../client/dialogs/DialogProvider.tsx'
import { late } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { LazyHistoryDialog } from '../actions/dialogs/lazyDialogs.ts'
import { loadActions } from '../actions/lazyActions.ts'
import { loadRunAction } from '../actions/run/lazyRunner.ts'
import { LazyRowDetails } from '../list/details/lazyDetails.ts'
import { LazyOptionPanel } from '../shared/choices/lazyPanel.ts'

const loadValidators = () => import('../form/validation/validators.ts')

/** Forms need a form library, which a list does not: it is loaded when the first form opens, or earlier when the browser is idle. */
export const LazyFormDialog = late(async () => (await import('../form/FormDialog.tsx')).FormDialog, Spinner)
export const LazyInputDialog = late(async () => (await import('../form/InputDialog.tsx')).InputDialog, Spinner)

/**
 * Loads the code of what the screen can open while the browser is idle, so that the first form or dialog opens at once.
 *
 * @returns function to call when the list is drawn, because until then nothing else should use network or processor
 */
export function useWarmParts(screen: ResolvedScreen): () => void {
  const known = useRef(screen)
  known.current = screen
  const handle = useRef<number | null>(null)
  useEffect(
    () => () => {
      if (handle.current !== null) window.cancelIdleCallback(handle.current)
      handle.current = null
    },
    [],
  )
  return useCallback(() => {
    // Safari has no idle callback; there the code is loaded on first use.
    if (handle.current !== null || typeof window.requestIdleCallback !== 'function') return
    // A failure is shown when the part is opened, where loading can be tried again.
    handle.current = window.requestIdleCallback(() => void warm(known.current).catch(() => undefined))
  }, [])
}

async function warm(screen: ResolvedScreen): Promise<void> {
  const forms = Object.values(screen.forms)
  const loaders = [...always, ...(forms.length > 0 ? ofForms : []), ...(screen.list.expand ? [LazyRowDetails.fetch] : [])]
  await Promise.all(loaders.map((load) => load()))
  if (forms.length === 0) return
  const { warmValidators } = await loadValidators()
  await warmValidators(forms)
}

type Loader = () => Promise<unknown>

const always: readonly Loader[] = [loadConfirmDialog, loadRunAction, loadActions, LazyHistoryDialog.fetch, LazyOptionPanel.fetch]
const ofForms: readonly Loader[] = [LazyFormDialog.fetch, LazyInputDialog.fetch]
