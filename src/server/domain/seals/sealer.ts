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
  /** A seal that this process made or saw is gone or another one. */
  readonly onLost: (seal: Seal) => void
}

/**
 * Seals every minute while the server runs, apart from the jobs: a long job would let rows wait. It remembers the last seal outside the
 * database: taking seals away together with the rows under them is seen within a minute. Having seen that, it seals no more until the
 * server is started again: nothing may look sound that is built on what is left.
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

  /** The last rows are not left without a seal when the server stops. */
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
