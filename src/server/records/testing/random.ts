export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
}

/** Repeatable random choices for property tests (mulberry32): the same seed gives the same sequence. */
export function createRandom(seed: number): Random {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return {
    below,
    pick<T>(values: readonly T[]): T {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('nothing to pick from')
      return value
    },
  }
}
