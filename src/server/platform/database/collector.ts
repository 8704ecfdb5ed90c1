import type { Database, Trx } from './tables.ts'
import { leavesUndone, transact } from './transact.ts'

/**
 * Rows that a long transaction writes together at its end. They are lost only with what they tell of: those of a savepoint that is undone
 * go with it, all others are written before COMMIT. A transaction that does not collect writes them at once.
 */
export class Collector<Item> {
  readonly #write: (trx: Trx, items: readonly Item[]) => Promise<void>
  readonly #collected = new WeakMap<Trx, Item[]>()

  constructor(write: (trx: Trx, items: readonly Item[]) => Promise<void>) {
    this.#write = write
  }

  /** Like `transact`, and collects. */
  transact<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
    return transact(db, async (trx) => {
      const items: Item[] = []
      this.#collected.set(trx, items)
      leavesUndone(trx, items)
      const result = await work(trx)
      this.#collected.delete(trx)
      await this.#write(trx, items)
      return result
    })
  }

  /** Collects the items in a transaction of this collector, otherwise writes them. */
  async write(trx: Trx, items: readonly Item[]): Promise<void> {
    const collected = this.#collected.get(trx)
    if (collected) for (const item of items) collected.push(item)
    else await this.#write(trx, items)
  }
}
