interface Line {
  inside: number
  readonly waiting: (() => void)[]
}

/** Lets at most so many in at a time for each key. The others wait, without holding anything, in the order in which they came. */
export class Turns {
  readonly #insideMax: number
  readonly #lines = new Map<string, Line>()

  constructor(insideMax: number) {
    this.#insideMax = insideMax
  }

  /** Runs `work` when it is its turn. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lineOf(key)
    // Who waited takes the place of the one that left.
    if (line.inside < this.#insideMax) line.inside += 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#leave(key, line)
    }
  }

  #lineOf(key: string): Line {
    const known = this.#lines.get(key)
    if (known) return known
    const line: Line = { inside: 0, waiting: [] }
    this.#lines.set(key, line)
    return line
  }

  #leave(key: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else line.inside -= 1
    if (line.inside === 0) this.#lines.delete(key)
  }
}
