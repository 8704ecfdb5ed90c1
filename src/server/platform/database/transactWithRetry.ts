import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Trx } from './tables.ts'
import { transact } from './transact.ts'

/** SQLSTATEs after which a retry can succeed: serialization failure and deadlock. */
const curable: ReadonlySet<unknown> = new Set(['40001', '40P01'])
const triesMax = 8
const pauseMs = 5

function isCurable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && curable.has(error.code)
}

/**
 * Runs one transaction (READ COMMITTED), and repeats it when it lost against a concurrent one. `work` may run several times: it must not
 * keep results of an earlier attempt, nor act outside its transaction.
 */
export async function transactWithRetry<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(db, work)
    } catch (error) {
      if (attempt === triesMax || !isCurable(error)) throw error
      // Pauses grow and are random, so that two transactions that collided do not collide again.
      await sleep(pauseMs * attempt * (0.5 + Math.random()))
    }
  }
}
