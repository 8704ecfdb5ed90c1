import { type Selectable, sql } from 'kysely'
import { json } from '../database/json.ts'
import type { Database, Executor } from '../database/tables.ts'
import { transact } from '../database/transact.ts'
import type { JobTable } from './tables.ts'

export type JobRow = Selectable<JobTable>

/** A running job whose process has not renewed its lease for this long is taken over by another process. */
export const leaseSeconds = 60
const errorLengthMax = 2000

/** Adds a job. In a transaction, it exists only when that commits. Returns its id. */
export async function insertJob(
  executor: Executor,
  job: { name: string; payload: unknown; runAt: Date; requestedBy: string | null },
): Promise<number> {
  const { id } = await executor
    .insertInto('job')
    .values({ ...job, payload: json(job.payload), leaseUntil: null, leaseHolder: null, progress: null, result: null, error: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts the rows of repeated jobs that are missing. A changed schedule takes effect after the next run. */
export async function ensureSchedules(db: Database, firstRuns: readonly { name: string; nextRunAt: Date }[]): Promise<void> {
  if (firstRuns.length === 0) return
  await db
    .insertInto('jobSchedule')
    .values(firstRuns)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Names of the schedules that are due. */
export async function readDueSchedules(db: Database, names: readonly string[], now: Date): Promise<readonly string[]> {
  if (names.length === 0) return []
  const due = await db.selectFrom('jobSchedule').select('name').where('name', 'in', names).where('nextRunAt', '<=', now).execute()
  return due.map(({ name }) => name)
}

/** Makes a job of a due schedule, only once for any number of processes. If runs were missed while the server was off, only one is made. */
export async function enqueueDue(db: Database, name: string, now: Date, nextRunAt: Date): Promise<boolean> {
  return transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('jobSchedule')
      .set({ nextRunAt })
      .where('name', '=', name)
      .where('nextRunAt', '<=', now)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await insertJob(trx, { name, payload: {}, runAt: now, requestedBy: null })
    return true
  })
}

/** Takes the oldest job that is due, or whose holder died; null when there is none. */
export async function takeJob(db: Database, names: readonly string[], holder: string, now: Date): Promise<JobRow | null> {
  if (names.length === 0) return null
  const taken = await db
    .updateTable('job')
    .set((builder) => ({
      status: 'running' as const,
      leaseHolder: holder,
      leaseUntil: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      attempts: builder('attempts', '+', 1),
      startedAt: sql<Date>`coalesce(started_at, ${now})`,
    }))
    .where('id', '=', (builder) =>
      builder
        .selectFrom('job')
        .select('id')
        .where('name', 'in', [...names])
        .where((each) =>
          each.or([
            each.and([each('status', '=', 'waiting'), each('runAt', '<=', now)]),
            each.and([each('status', '=', 'running'), each('leaseUntil', '<', sql<Date>`now()`)]),
          ]),
        )
        .orderBy('runAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return taken ?? null
}

/** Renews the lease. Returns false when another process took the job over. */
export async function extendLease(db: Database, id: number, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ leaseUntil: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('leaseHolder', '=', holder)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function saveProgress(db: Database, id: number, progress: unknown): Promise<void> {
  await db
    .updateTable('job')
    .set({ progress: json(progress) })
    .where('id', '=', id)
    .execute()
}

/** Closes a job; only its holder can. */
export async function finishJob(
  db: Database,
  job: { id: number; holder: string; finishedAt: Date; result?: unknown; error?: string },
): Promise<void> {
  await db
    .updateTable('job')
    .set({
      status: job.error === undefined ? 'done' : 'failed',
      result: job.result === undefined ? null : json(job.result),
      error: job.error?.slice(0, errorLengthMax) ?? null,
      finishedAt: job.finishedAt,
      leaseUntil: null,
    })
    .where('id', '=', job.id)
    .where('leaseHolder', '=', job.holder)
    .execute()
}

/** Deletes the row of a run that did nothing, because jobs that run every second would fill the table. */
export async function forgetJob(db: Database, job: { id: number; holder: string }): Promise<void> {
  await db.deleteFrom('job').where('id', '=', job.id).where('leaseHolder', '=', job.holder).execute()
}

/** Deletes jobs that ended before `limit`, one batch at a time. @returns number of rows deleted */
export async function deleteEndedJobs(db: Database, limit: Date, batchSize: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', 'in', (builder) =>
      builder.selectFrom('job').select('id').where('status', 'in', ['done', 'failed']).where('finishedAt', '<', limit).limit(batchSize),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Lets a failed job run again with its saved progress.
 *
 * @param names kinds of jobs that this process can run
 * @returns false when there is no such failed job; of two concurrent calls one gets it
 */
export async function restartJob(
  executor: Executor,
  job: { id: number; names: readonly string[]; runAt: Date; requestedBy: string },
): Promise<boolean> {
  if (job.names.length === 0) return false
  const { numUpdatedRows } = await executor
    .updateTable('job')
    .set({
      status: 'waiting',
      runAt: job.runAt,
      requestedBy: job.requestedBy,
      error: null,
      result: null,
      startedAt: null,
      finishedAt: null,
      leaseHolder: null,
      leaseUntil: null,
    })
    .where('id', '=', job.id)
    .where('status', '=', 'failed')
    .where('name', 'in', [...job.names])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Resets jobs marked as running at start. The embedded database has only one process, so they belong to a process that died. */
export async function releaseAbandonedJobs(db: Database): Promise<void> {
  await db.updateTable('job').set({ status: 'waiting', leaseUntil: null, leaseHolder: null }).where('status', '=', 'running').execute()
}
