import { statfsSync } from 'node:fs'
import { sql } from 'kysely'
import type { DatabaseReporter } from './databaseOf.ts'
import type { EmbeddedEngine } from './embeddedEngine.ts'
import type { Database } from './tables.ts'

interface MaintenanceOptions {
  readonly db: Database
  readonly engine: EmbeddedEngine
  readonly folder: string
  readonly freeBytesMin: number
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
 * What a PostgreSQL server does by itself and the single-user engine never does: checkpoints, and once a night VACUUM ANALYZE.
 *
 * @returns `stop` waits for a run under way
 */
export function startMaintenance({ db, engine, folder, freeBytesMin, report }: MaintenanceOptions): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const run = (statement: string) => {
    running = running
      .then(() => engine.withoutDeadline(() => sql.raw(statement).execute(db)))
      .catch((error: unknown) => report('error', `${statement}: ${String(error)}`))
  }
  const checkpoint = setInterval(() => {
    run('checkpoint')
    const disk = statfsSync(folder)
    if (disk.bavail * disk.bsize < freeBytesMin) report('error', `less than 200 MB free on the disk of ${folder}`)
  }, checkpointEveryMs)
  const vacuumTonight = () => {
    run('vacuum (analyze)')
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
