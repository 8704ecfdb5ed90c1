/** A map that forgets what was not asked for the longest, as soon as all of it weighs more than it may. */
export class RecentMap<Value> {
  readonly #weightMax: number
  readonly #weigh: (value: Value) => number
  readonly #values = new Map<string, Value>()
  #weight = 0

  constructor(weightMax: number, weigh: (value: Value) => number) {
    this.#weightMax = weightMax
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#forget(key)
    this.#values.set(key, value)
    this.#weight += this.#weigh(value)
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#weightMax) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#weight -= this.#weigh(value)
  }
}
