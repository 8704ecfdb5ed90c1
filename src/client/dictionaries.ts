import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { DictionaryOption } from '../answers/dictionaries.ts'
import type { DictionaryCache, DictionaryEntry } from './dictionaryCache.ts'
import { localDictionary } from './localDictionaries.ts'
import { useDictionaryCache } from './useDictionaryCache.ts'

/** A dictionary request; a `strArg` of the form `form.<field>` is replaced by the caller's `strArg`. */
export interface DictionaryRef {
  readonly name: string
  readonly strArg?: string
  readonly intArg?: number
}

export interface DictionaryView {
  readonly options: readonly DictionaryOption[]
  /** `waiting`: the field on which the dictionary depends is empty. */
  readonly state: 'loading' | 'ready' | 'error' | 'waiting'
}

const nothing: DictionaryView = { options: [], state: 'ready' }
const waiting: DictionaryView = { options: [], state: 'waiting' }

/**
 * The options of a dictionary (PUT /api/shared/dictionary). They are cached by name and arguments, and loaded again whenever a component
 * starts to use them; the known options stay meanwhile. OnTheHour and BoolToTwoValues are made in the browser.
 *
 * @param ref undefined gives no options
 * @param strArg value of the field that `ref.strArg` names (`form.companyNo`)
 */
export function useDictionary(ref: DictionaryRef | undefined, strArg?: string): DictionaryView {
  const cache = useDictionaryCache()
  // Compared by content, because callers may create the reference at each render.
  const requestKey = JSON.stringify(requestOf(ref, strArg) ?? null)
  const request = useMemo(() => JSON.parse(requestKey) as DictionaryRef | 'waiting' | null, [requestKey])
  const local = useMemo(() => (request === 'waiting' || !request ? undefined : localDictionary(request.name, request.strArg)), [request])
  const remote = request === 'waiting' || local ? null : request

  const entry = useSyncExternalStore(cache.subscribe, () => (remote ? cache.read(remote) : undefined))
  useEffect(() => (remote ? cache.watch(remote) : undefined), [cache, remote])

  return useMemo(() => {
    if (request === 'waiting') return waiting
    if (local) return { options: local, state: 'ready' }
    return remote ? viewOf(entry) : nothing
  }, [request, local, remote, entry])
}

/** Options by key, for labels and tones: `labels.get(String(row.status))?.value`. */
export function useLabels(ref: DictionaryRef | undefined, strArg?: string): ReadonlyMap<string, DictionaryOption> {
  const { options } = useDictionary(ref, strArg)
  return useMemo(() => new Map(options.map((option) => [option.key, option])), [options])
}

/** Loads dictionaries that will be shown later, as far as they are not known and depend on no field. */
export function warmDictionaries(cache: DictionaryCache, refs: readonly DictionaryRef[]): void {
  for (const ref of refs) {
    const request = requestOf(ref, undefined)
    if (request !== undefined && request !== 'waiting' && localDictionary(request.name) === undefined) cache.warm(request)
  }
}

function viewOf(entry: DictionaryEntry | undefined): DictionaryView {
  if (!entry) return { options: [], state: 'loading' }
  return { options: entry.options ?? [], state: entry.state }
}

/** The request without references to the form; `waiting` while the referenced field is empty. */
function requestOf(ref: DictionaryRef | undefined, strArg: string | undefined): DictionaryRef | 'waiting' | undefined {
  if (!ref) return undefined
  const { strArg: declared, ...rest } = ref
  if (!declared?.startsWith('form.')) return strArg === undefined ? ref : { ...rest, strArg }
  return strArg ? { ...rest, strArg } : 'waiting'
}
