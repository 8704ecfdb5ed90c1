import { outsideTransaction } from './database/guardedPool.ts'

export interface BatchOptions<Item, Result> {
  /**
   * Processes all items at once, all or nothing, and resolves to their results in the order of the items. When the database refuses a
   * batch, each item is processed again alone, and its error is thrown to the caller that added it.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items with the same key are never in one batch; they run in the order in which they came. */
  readonly keyOf: (item: Item) => string | number
  /** Most items in one batch. */
  readonly sizeMax: number
  /** Most batches that run at the same time. */
  readonly inFlightMax: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly key: string | number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * True when the database answered with an error, so that nothing of the statement was stored. After a broken connection the outcome is
 * unknown.
 */
function isRefusedByDatabase(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && 'severity' in error
}

/**
 * Collects the items that arrive while a batch is running, and sends them together: the higher the load, the larger the batches. There is
 * no timer; a single item is sent in the same turn of the event loop.
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

  /** Runs after the current input was processed (setImmediate), so that requests read from all sockets in one turn share a batch. */
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

  /** The oldest waiting items, at most one per key. */
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

  /** Processes the items one by one, so that the item that made the batch fail does not fail the others. */
  async #runEach(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const each of batch) await this.#runTogether([each])
  }
}
