interface Queue {
  inside: number
  readonly waiting: (() => void)[]
}

/**
 * Lets at most `permits` pieces of work run at a time for each key, in this process. The others wait, without holding anything, in the
 * order in which they came. With one permit it is a mutex for each key.
 */
export class KeyedSemaphore {
  readonly #permits: number
  readonly #queues = new Map<string, Queue>()

  constructor(permits: number) {
    this.#permits = permits
  }

  /** Runs `work` when it is its turn. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queueOf(key)
    // The waiting call takes over the permit of the one that finished.
    if (queue.inside < this.#permits) queue.inside += 1
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#leave(key, queue)
    }
  }

  #queueOf(key: string): Queue {
    const known = this.#queues.get(key)
    if (known) return known
    const queue: Queue = { inside: 0, waiting: [] }
    this.#queues.set(key, queue)
    return queue
  }

  #leave(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.inside -= 1
    if (queue.inside === 0) this.#queues.delete(key)
  }
}
