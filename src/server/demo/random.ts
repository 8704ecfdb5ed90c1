/** Repeatable random numbers: the same seed always gives the same demo data. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number
  /** Both ends inclusive. */
  integer(min: number, max: number): number
  pick<T>(list: readonly T[]): T
}

/** Creates a mulberry32 generator. @param seed integer; only its lowest 32 bits are used */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick<T>(list: readonly T[]): T {
      const item = list[integer(0, list.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}
