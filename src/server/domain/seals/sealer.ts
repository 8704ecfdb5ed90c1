import { outsideTransaction } from '../../platform/database/guardedPool.ts'
import type { Database } from '../../platform/database/tables.ts'
import { type Seal, sealAll } from './seal.ts'
import { isKept } from './verifySeals.ts'

const sealEveryMs = 60_000

interface SealerOptions {
  readonly db: Database
  readonly key: Uint8Array
  readonly clock: { now(): Date }
  readonly onFailure: (error: unknown) => void
  /** Thrown when a seal that this process made or saw is gone or was changed. */
  readonly onLost: (seal: Seal) => void
}

/**
 * Seals every minute while the server runs. It is no job: a long job would delay it. It remembers the last seal in memory, so that removing
 * seals together with the rows under them is noticed within a minute. It then stops sealing until the server is restarted: new seals over
 * tampered rows would make them look sound.
 */
export class Sealer {
  readonly #options: SealerOptions
  #timer: NodeJS.Timeout | undefined
  #sealing: Promise<unknown> = Promise.resolve()
  #known: Seal | null = null
  #isLost = false

  constructor(options: SealerOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => void this.#attempt(), sealEveryMs)
    this.#timer.unref()
  }

  /** Seals what is there. @returns the last seal, null when there is none or another process is at it; @throws what the database says */
  seal(): Promise<Seal | null> {
    const work = this.#sealing.then(() => outsideTransaction(() => this.#seal()))
    this.#sealing = work.catch(() => undefined)
    return work
  }

  /** Seals once more at shutdown, so that the last rows are covered. */
  async close(): Promise<void> {
    if (!this.#timer) return
    clearInterval(this.#timer)
    await this.#attempt()
  }

  async #attempt(): Promise<void> {
    try {
      await this.seal()
    } catch (error) {
      this.#options.onFailure(error)
    }
  }

  async #seal(): Promise<Seal | null> {
    const { db, key, clock, onLost } = this.#options
    if (this.#isLost) return null
    if (this.#known && !(await isKept(db, this.#known))) {
      this.#isLost = true
      onLost(this.#known)
      return null
    }
    const last = await sealAll(db, key, clock.now())
    if (last) this.#known = last
    return last
  }
}
