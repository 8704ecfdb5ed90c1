import { useCallback, useEffect, useRef } from 'react'
import { loadConfirmDialog } from '../../client/dialogs/DialogProvider.tsx'
import { type DictionaryRef, warmDictionaries } from '../../client/dictionaries.ts'
import type { DictionaryCache } from '../../client/dictionaryCache.ts'
import { lateDialog } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { useDictionaryCache } from '../../client/useDictionaryCache.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { LazyHistoryDialog } from '../actions/dialogs/lazyDialogs.ts'
import { loadActions } from '../actions/lazyActions.ts'
import { loadRunAction } from '../actions/run/lazyRunner.ts'
import { LazyRowDetails } from '../list/details/lazyDetails.ts'
import { LazyOptionPanel } from '../shared/choices/lazyPanel.ts'

const loadValidators = () => import('../form/validation/validators.ts')

/** Forms need a form library, which a list does not: it is loaded when the first form opens, or earlier when the browser is idle. */
export const LazyFormDialog = lateDialog(async () => (await import('../form/FormDialog.tsx')).FormDialog, Spinner)
export const LazyInputDialog = lateDialog(async () => (await import('../form/InputDialog.tsx')).InputDialog, Spinner)

/**
 * Loads what the screen can open while the browser is idle, code and dictionaries, so that the first form or dialog opens at once and is
 * drawn once.
 *
 * @returns function to call when the list is drawn, because until then nothing else should use network or processor
 */
export function useWarmParts(screen: ResolvedScreen): () => void {
  const cache = useDictionaryCache()
  const known = useRef({ screen, cache })
  known.current = { screen, cache }
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

interface Warmed {
  readonly screen: ResolvedScreen
  readonly cache: DictionaryCache
}

async function warm({ screen, cache }: Warmed): Promise<void> {
  const forms = Object.values(screen.forms)
  const loaders = [...always, ...(forms.length > 0 ? ofForms : []), ...(screen.list.expand ? [LazyRowDetails.fetch] : [])]
  await Promise.all(loaders.map((load) => load()))
  if (forms.length === 0) return
  const { warmValidators } = await loadValidators()
  await warmValidators(forms)
  warmDictionaries(cache, forms.flatMap(dictionariesOfForm))
}

/** The texts of a boolean field are its own. */
function dictionariesOfForm({ fields }: ResolvedForm): readonly DictionaryRef[] {
  const all = Object.values(fields).flatMap((field) => [field, ...Object.values(field.items ?? {})])
  return all.flatMap(({ property, dictionary }) => (property.type === 'boolean' ? [] : (dictionary ?? [])))
}

type Loader = () => Promise<unknown>

const always: readonly Loader[] = [loadConfirmDialog, loadRunAction, loadActions, LazyHistoryDialog.fetch, LazyOptionPanel.fetch]
const ofForms: readonly Loader[] = [LazyFormDialog.fetch, LazyInputDialog.fetch]
