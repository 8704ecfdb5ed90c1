/**
 * Runs work of the same key one after another in this process; other keys do not wait. Copies of an order that arrive together then find
 * the first one finished, instead of being refused for its captcha. Across processes the database decides.
 */
export class OnePerKey {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const own = (before ?? Promise.resolve()).catch(() => undefined).then(work)
    this.#last.set(key, own)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
  }
}
