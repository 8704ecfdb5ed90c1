const reloadCountMax = 2

/** Reloads this long apart have nothing to do with each other: an access token lives longer. */
const reloadWindowMs = 120_000

const key = 'http.reloads'

/**
 * Stops a page that reloads for ever: a refresh succeeds, the page reloads, its first call is refused again.
 *
 * @param storage session storage: the count belongs to one tab and outlives the reload
 * @returns a function that counts one reload and answers whether it may happen (at most 2 within two minutes)
 */
export function createReloadGuard(storage: Storage, now: () => number = Date.now): () => boolean {
  return () => {
    const recent = readTimes(storage).filter((time) => now() - time < reloadWindowMs)
    if (recent.length >= reloadCountMax) {
      storage.removeItem(key)
      return false
    }
    storage.setItem(key, JSON.stringify([...recent, now()]))
    return true
  }
}

function readTimes(storage: Storage): readonly number[] {
  try {
    const times: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : []
  } catch {
    return []
  }
}
