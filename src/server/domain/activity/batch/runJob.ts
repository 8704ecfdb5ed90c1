import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { activityHistoryAction } from '../../../../rules/codes.generated.ts'
import type { Database, Trx } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { ledger } from '../../points/public.ts'
import { recordActivityEvent } from '../setting/activityEvents.ts'
import { givePage, type Run } from './givePage.ts'

export const activityRunJob = 'activity.run'
const waitMs = 200

/** Registers the job that gives the members on a list their points, page by page. After a crash it goes on with those who still wait. */
export function registerActivityRun(app: FastifyInstance): void {
  app.jobs.register(activityRunJob, { title: '執行批次贈點', run: runList })
}

async function runList({ db, clock, payload, signal, saveProgress }: JobContext): Promise<{ decided: number }> {
  const run = await readRun(db, (payload as { readonly runId: number }).runId)
  if (!run) return { decided: 0 }
  for (;;) {
    signal.throwIfAborted()
    const decided = await ledger.run(db, (trx) => givePage(trx, run, clock.now()))
    if (decided === 0 && !(await isWaiting(db, run))) break
    // Another process, which lost this job without knowing, has locked the rest; it is as good as done, or given up.
    if (decided === 0) await sleep(waitMs, undefined, { signal })
    await saveProgress(await readProgress(db, run.id))
  }
  await transact(db, (trx) => finishRun(trx, run, clock.now()))
  const { done } = await readProgress(db, run.id)
  return { decided: done }
}

interface FinishedRow {
  readonly givenCount: number
  readonly givenPoints: number
  readonly refusedCount: number
}

/** Ends the run, and adds 批次贈點 with its sums to 活動歷程: once, whoever else believes to have this job. */
async function finishRun(trx: Trx, { id, activityId, requestedBy }: Run, now: Date): Promise<void> {
  const { rows } = await sql<FinishedRow>`
    update activity_run set finished_at = ${now} where id = ${id} and finished_at is null
    returning given_count, given_points, refused_count`.execute(trx)
  const [ended] = rows
  if (!ended) return
  const [given, points, refused] = [ended.givenCount, ended.givenPoints, ended.refusedCount].map((count) => count.toLocaleString('en-US'))
  await recordActivityEvent(trx, {
    ...{ activityId, action: activityHistoryAction.batchGiven, occurredAt: now, userName: requestedBy },
    remark: `已贈 ${given} 位會員共 ${points} 點，未贈 ${refused} 位`,
  })
}

/** Null when the run has ended. */
async function readRun(db: Database, id: number): Promise<Run | null> {
  const { rows } = await sql<Run>`select id, activity_id, requested_by from activity_run where id = ${id} and finished_at is null`.execute(
    db,
  )
  return rows[0] ?? null
}

async function isWaiting(db: Database, { id, activityId }: Run): Promise<boolean> {
  const { rows } = await sql`
    select from activity_member
    where activity_id = ${activityId} and given_points is null and run_id is distinct from ${id} limit 1`.execute(db)
  return rows.length > 0
}

async function readProgress(db: Database, id: number): Promise<{ readonly done: number; readonly total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select given_count + refused_count as done, total_count as total from activity_run where id = ${id}`.execute(db)
  return rows[0] ?? { done: 0, total: 0 }
}
