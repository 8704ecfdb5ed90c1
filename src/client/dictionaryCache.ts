import type { DictionaryOption } from '../answers/dictionaries.ts'
import type { HttpClient } from './http/httpClient.ts'

export interface DictionaryRequest {
  readonly name: string
  readonly strArg?: string
  readonly intArg?: number
}

/** What is shown of a dictionary: the same object as long as it shows the same, so that nothing is drawn again for an equal answer. */
export interface DictionaryEntry {
  /** `ready` also while known options are loaded again, or when that fails. */
  readonly state: 'loading' | 'ready' | 'error'
  /** The options loaded last. */
  readonly options?: readonly DictionaryOption[]
}

/** When a dictionary was asked for last, and whether its answer is still to come. */
interface Asked {
  readonly request: DictionaryRequest
  readonly isLoading: boolean
  readonly at: number
}

/** A dictionary that is shown, and in how many places. */
interface Watched {
  readonly request: DictionaryRequest
  readonly count: number
}

/** Options are not loaded again within this time, because a form mounts many fields with the same dictionary at once. */
const freshMs = 2000

export interface DictionaryCache {
  read(request: DictionaryRequest): DictionaryEntry | undefined
  /** Loads the options unless they are fresh or being loaded, and keeps them up to date. @returns what ends that */
  watch(request: DictionaryRequest): () => void
  /** Takes options that came with something else. */
  know(request: DictionaryRequest, options: readonly DictionaryOption[]): void
  /** Loads options that are not known yet, for whoever shows them later. */
  warm(request: DictionaryRequest): void
  /** A dictionary has changed: loads what is watched of it again, for all its arguments. The rest is loaded when somebody watches it. */
  refresh(name: string): void
  /** Any dictionary may have changed. */
  refreshAll(): void
  subscribe(onChange: () => void): () => void
}

interface Kept {
  readonly userName: string | null
  readonly cache: DictionaryCache
}

const caches = new WeakMap<HttpClient, Kept>()

/**
 * The cache of an HTTP client, so one per page, and of a user: whoever signs in next on this page may see other options.
 *
 * @param userName null: nobody is signed in
 */
export function dictionaryCacheOf(http: HttpClient, userName: string | null): DictionaryCache {
  const kept = caches.get(http)
  if (kept?.userName === userName) return kept.cache
  const cache = createDictionaryCache(http)
  caches.set(http, { userName, cache })
  return cache
}

function createDictionaryCache(http: HttpClient): DictionaryCache {
  const entries = createEntries()
  const asked = new Map<string, Asked>()
  const watched = new Map<string, Watched>()

  const load = async (request: DictionaryRequest, background = false) => {
    const key = keyOf(request)
    const last = asked.get(key)
    if (last && (last.isLoading || Date.now() - last.at < freshMs)) return
    const mine: Asked = { request, isLoading: true, at: Date.now() }
    asked.set(key, mine)
    if (!entries.get(key)?.options) entries.put(key, { state: 'loading' })
    try {
      const options = await fetchOptions(http, request, background)
      // It was asked for anew since: that answer is the newer one, whichever comes first.
      if (asked.get(key) !== mine) return
      asked.set(key, { request, isLoading: false, at: Date.now() })
      entries.put(key, { state: 'ready', options })
    } catch {
      if (asked.get(key) !== mine) return
      // The field itself shows that its options are missing; the next use tries again.
      asked.delete(key)
      if (!entries.get(key)?.options) entries.put(key, { state: 'error' })
    }
  }

  const refreshWhere = (isChanged: (request: DictionaryRequest) => boolean) => {
    for (const [key, { request }] of [...asked]) if (isChanged(request)) asked.delete(key)
    // Also what could not be loaded before.
    for (const { request } of [...watched.values()]) if (isChanged(request)) void load(request)
  }

  return {
    read: (request) => entries.get(keyOf(request)),
    watch(request) {
      addPlace(watched, request, 1)
      // What is known is shown meanwhile; to ask for it again has time until the place that shows it is drawn.
      if (entries.get(keyOf(request))?.options) soon(() => void load(request))
      else void load(request)
      return () => addPlace(watched, request, -1)
    },
    know(request, options) {
      const key = keyOf(request)
      asked.set(key, { request, isLoading: false, at: Date.now() })
      entries.put(key, { state: 'ready', options })
    },
    warm: (request) => {
      if (entries.get(keyOf(request)) === undefined) void load(request, true)
    },
    refresh: (name) => refreshWhere((request) => request.name === name),
    refreshAll: () => refreshWhere(() => true),
    subscribe: entries.subscribe,
  }
}

const soonMs = 1000

/** Runs when the browser has nothing else to do, or after a second. Safari has no idle callback. */
function soon(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: soonMs })
  else work()
}

/** What is shown, and who is told when that changes. */
function createEntries() {
  const entries = new Map<string, DictionaryEntry>()
  const listeners = new Set<() => void>()
  return {
    get: (key: string) => entries.get(key),
    put(key: string, entry: DictionaryEntry) {
      const known = entries.get(key)
      if (known?.state === entry.state && hasSameOptions(known.options, entry.options)) return
      entries.set(key, entry)
      for (const listener of listeners) listener()
    },
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

function fetchOptions(http: HttpClient, { name, strArg, intArg }: DictionaryRequest, background: boolean) {
  return http.put<readonly DictionaryOption[]>('/api/shared/dictionary', { parameter: name, strArg, intArg }, { background })
}

/** Counts one place more or less in which a dictionary is shown. */
function addPlace(watched: Map<string, Watched>, request: DictionaryRequest, change: 1 | -1): void {
  const key = keyOf(request)
  const count = (watched.get(key)?.count ?? 0) + change
  if (count > 0) watched.set(key, { request, count })
  else watched.delete(key)
}

function keyOf({ name, strArg, intArg }: DictionaryRequest): string {
  return JSON.stringify([name, strArg ?? null, intArg ?? null])
}

/** Options are plain JSON, and the server names their members in one order. */
function hasSameOptions(one: DictionaryEntry['options'], other: DictionaryEntry['options']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
