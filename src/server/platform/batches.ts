import { outsideTransaction } from './database/guardedPool.ts'

export interface BatchOptions<Item, Result> {
  /**
   * Does the work of all items at once, whole or not at all, and resolves with their results in their order. An item comes again, alone,
   * when the database has refused the batch that it was in; what it throws then is thrown to whoever added it.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items of the same key never are in one batch; they go in the order in which they came. */
  readonly keyOf: (item: Item) => string | number
  /** Items of one batch. */
  readonly sizeMax: number
  /** Batches on their way at the same time. */
  readonly inFlightMax: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly key: string | number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** The database has answered with an error: nothing of the statement is left. A connection that broke tells nothing. */
function isRefusedByDatabase(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && 'severity' in error
}

/**
 * Collects what arrives while a batch is on its way, and sends it together: the busier, the larger the batches. Nothing waits for a timer:
 * a lone item goes in the same turn of the event loop.
 */
export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  #inFlight = 0
  #isTurnPlanned = false

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options
  }

  /** Resolves with the result of the item, as soon as its batch is done. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, key: this.#options.keyOf(item), resolve, reject })
      this.#planTurn()
    })
  }

  /** Once everything that can be done now is done: what was read from all sockets, or came back together, goes together. */
  #planTurn(): void {
    if (this.#isTurnPlanned || this.#inFlight >= this.#options.inFlightMax) return
    this.#isTurnPlanned = true
    setImmediate(() => {
      this.#isTurnPlanned = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#options.inFlightMax) {
      const batch = this.#take()
      this.#inFlight += 1
      void outsideTransaction(() => this.#runTogether(batch)).finally(() => {
        this.#inFlight -= 1
        if (this.#waiting.length > 0) this.#planTurn()
      })
    }
  }

  /** The oldest that wait, each key once. */
  #take(): readonly Waiting<Item, Result>[] {
    const keys = new Set<string | number>()
    const batch: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    for (const each of this.#waiting) {
      const isTaken = batch.length < this.#options.sizeMax && !keys.has(each.key)
      keys.add(each.key)
      if (isTaken) batch.push(each)
      else left.push(each)
    }
    this.#waiting = left
    return batch
  }

  async #runTogether(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`${results.length} results for a batch of ${batch.length}`)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length > 1 && isRefusedByDatabase(error)) await this.#runEach(batch)
      else for (const { reject } of batch) reject(error)
    }
  }

  /** One after the other: whoever made the batch fail harms nobody else. */
  async #runEach(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const each of batch) await this.#runTogether([each])
  }
}
