import type { DictionaryOption } from '../answers/dictionaries.ts'
import type { HttpClient } from './http/httpClient.ts'

export interface DictionaryRequest {
  readonly name: string
  readonly strArg?: string
  readonly intArg?: number
}

export interface DictionaryEntry {
  readonly state: 'loading' | 'ready' | 'error'
  /** The options loaded last; kept while they are loaded again. */
  readonly options?: readonly DictionaryOption[]
  readonly readAt: number
}

/** Options are not loaded again within this time, because a form mounts many fields with the same dictionary at once. */
const freshMs = 2000

export interface DictionaryCache {
  read(request: DictionaryRequest): DictionaryEntry | undefined
  /** Loads the options unless they are fresh or being loaded. */
  load(request: DictionaryRequest): void
  subscribe(onChange: () => void): () => void
  /** Clears the cache, because another user may see other options. */
  clear(): void
}

const caches = new WeakMap<HttpClient, DictionaryCache>()

/** The cache of an HTTP client, so one per page. */
export function dictionaryCacheOf(http: HttpClient): DictionaryCache {
  const cache = caches.get(http) ?? createDictionaryCache(http)
  caches.set(http, cache)
  return cache
}

function createDictionaryCache(http: HttpClient): DictionaryCache {
  const entries = new Map<string, DictionaryEntry>()
  const listeners = new Set<() => void>()

  const put = (key: string, entry: DictionaryEntry) => {
    entries.set(key, entry)
    for (const listener of listeners) listener()
  }

  const load = async (request: DictionaryRequest) => {
    const key = keyOf(request)
    const known = entries.get(key)
    if (known && (known.state === 'loading' || Date.now() - known.readAt < freshMs)) return
    put(key, { ...known, state: 'loading', readAt: Date.now() })
    try {
      const { name, strArg, intArg } = request
      const options = await http.put<readonly DictionaryOption[]>('/api/shared/dictionary', { parameter: name, strArg, intArg })
      put(key, { state: 'ready', options, readAt: Date.now() })
    } catch {
      // The field itself shows that its options are missing; the next use tries again.
      put(key, { ...known, state: 'error', readAt: 0 })
    }
  }

  return {
    read: (request) => entries.get(keyOf(request)),
    load: (request) => void load(request),
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    clear: () => entries.clear(),
  }
}

function keyOf({ name, strArg, intArg }: DictionaryRequest): string {
  return JSON.stringify([name, strArg ?? null, intArg ?? null])
}
