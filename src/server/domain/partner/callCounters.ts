import { sql } from 'kysely'
import { startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import { outsideTransaction } from '../../platform/database/guardedPool.ts'
import type { StorageState } from '../../platform/database/storageState.ts'
import type { Database } from '../../platform/database/tables.ts'

interface Count {
  calls: number
  errors: number
  lastCallAt: Date
}

const flushEveryMs = 2000

interface CounterOptions {
  readonly db: Database
  /** While there is no space to write, counts stay in memory. */
  readonly storage: StorageState
  readonly onFailure: (error: unknown) => void
}

/**
 * 最後呼叫, 今日呼叫數, 今日錯誤數 of the platforms: counted in memory and written together every few seconds, so that no call waits for them. Writing
 * them does not raise the row version of the platform: somebody who edits it would otherwise meet a conflict because of a call.
 */
export class CallCounters {
  readonly #options: CounterOptions
  readonly #timer: NodeJS.Timeout
  #waiting = new Map<string, Count>()
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: CounterOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  count(platformNo: string, isError: boolean, at: Date): void {
    const known = this.#waiting.get(platformNo) ?? { calls: 0, errors: 0, lastCallAt: at }
    known.calls += 1
    if (isError) known.errors += 1
    if (at > known.lastCallAt) known.lastCallAt = at
    this.#waiting.set(platformNo, known)
  }

  /** Resolves when what was counted so far is written, or could not be (which is reported). */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => outsideTransaction(() => this.#write()))
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #write(): Promise<void> {
    if (!this.#options.storage.isWritable) return
    const counts = [...this.#waiting].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#waiting = new Map()
    try {
      for (const [platformNo, count] of counts) await writeCount(this.#options.db, platformNo, count)
    } catch (error) {
      this.#options.onFailure(error)
    }
  }
}

/** The first call of a Taipei day starts its counts anew. */
async function writeCount(db: Database, platformNo: string, { calls, errors, lastCallAt }: Count): Promise<void> {
  const day = startOfTaipeiDate(taipeiDate(lastCallAt))
  await sql`
    update connection_platform p set
      call_count_today = ${calls}::int + case when p.last_call_at >= ${day} then p.call_count_today else 0 end,
      error_count_today = ${errors}::int + case when p.last_call_at >= ${day} then p.error_count_today else 0 end,
      last_call_at = greatest(p.last_call_at, ${lastCallAt})
    where p.platform_no = ${platformNo}`.execute(db)
}

/** Counts of a day that is over, for platforms that have not called since. */
export async function clearOldCounts(db: Database, now: Date): Promise<void> {
  await sql`
    update connection_platform set call_count_today = 0, error_count_today = 0
    where (call_count_today > 0 or error_count_today > 0) and last_call_at < ${startOfTaipeiDate(taipeiDate(now))}`.execute(db)
}
