const reloadCountMax = 2

/** Reloads further apart than this are independent, because an access token lives longer. */
const reloadWindowMs = 120_000

const key = 'http.reloads'

/**
 * Stops a page that reloads for ever: a refresh succeeds, the page reloads, and its first call is refused again.
 *
 * @param storage session storage, because the count belongs to one tab and has to survive the reload
 * @returns function that counts one reload and returns whether it may happen (at most 2 within two minutes)
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
