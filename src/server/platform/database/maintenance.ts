import { sql } from 'kysely'
import type { DatabaseReporter } from './databaseOf.ts'
import type { StorageState } from './storageState.ts'
import type { Database } from './tables.ts'
import { untimed } from './workKind.ts'

interface MaintenanceOptions {
  readonly db: Database
  readonly storage: StorageState
  readonly report: DatabaseReporter
}

const checkpointEveryMs = 3 * 60_000
/** 03:30 in Taipei, which has no summer time. */
const vacuumUtcTime = { hours: 19, minutes: 30 }

function msUntilVacuum(now: Date): number {
  const next = new Date(now)
  next.setUTCHours(vacuumUtcTime.hours, vacuumUtcTime.minutes, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next.getTime() - now.getTime()
}

/**
 * Does what a PostgreSQL server does by itself and the single-user engine does not: checkpoints, and VACUUM ANALYZE once a night.
 *
 * @returns `stop`, which waits for a run in progress
 */
export function startMaintenance({ db, storage, report }: MaintenanceOptions): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const run = (statement: string) => {
    running = running
      .then(() => untimed(() => sql.raw(statement).execute(db)))
      .catch((error: unknown) => report('error', `${statement}: ${String(error)}`))
  }
  const checkpoint = setInterval(() => run('checkpoint'), checkpointEveryMs)
  const vacuumTonight = () => {
    // Only with enough space, because VACUUM writes before it frees anything.
    if (storage.isWritable) run('vacuum (analyze)')
    vacuum = setTimeout(vacuumTonight, msUntilVacuum(new Date()))
  }
  let vacuum = setTimeout(vacuumTonight, msUntilVacuum(new Date()))
  const stop = async () => {
    clearInterval(checkpoint)
    clearTimeout(vacuum)
    await running
  }
  return { stop }
}
