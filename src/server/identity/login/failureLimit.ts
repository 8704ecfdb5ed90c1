/** Counts what failed per key within a sliding window, in this process. */
export interface FailureLimit {
  /** Seconds until another try is allowed, or 0 when one is allowed now; an allowed try counts until {@link forgive} takes it back. */
  take(key: string, now: Date): number
  /** Takes the last try of the key back: it was a good one. */
  forgive(key: string): void
}

/** Keys remembered at most; the oldest go first, so that a flood of addresses cannot fill the memory. */
const keysMax = 50_000

export function createFailureLimit(triesMax: number, windowMs: number): FailureLimit {
  const triesByKey = new Map<string, number[]>()

  return {
    take(key, now) {
      const nowMs = now.getTime()
      const tries = (triesByKey.get(key) ?? []).filter((triedAt) => triedAt > nowMs - windowMs)
      const oldest = tries[0]
      if (oldest !== undefined && tries.length >= triesMax) return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000))
      // Set again so that the key counts as the newest.
      triesByKey.delete(key)
      triesByKey.set(key, [...tries, nowMs])
      forgetOldest(triesByKey)
      return 0
    },
    forgive(key) {
      triesByKey.get(key)?.pop()
    },
  }
}

function forgetOldest(triesByKey: Map<string, number[]>): void {
  if (triesByKey.size <= keysMax) return
  const oldest = triesByKey.keys().next()
  if (!oldest.done) triesByKey.delete(oldest.value)
}
