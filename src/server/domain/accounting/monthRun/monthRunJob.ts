import type { FastifyInstance } from 'fastify'
import {
  type MonthRunKind,
  type MonthVerdict,
  monthRunKind,
  monthRunStatus,
  monthVerdict,
  statementStatus,
} from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { type Actor, systemActor } from '../../../platform/actor.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { refreshRemarks } from '../remark/refreshRemarks.ts'
import { tryMonths } from '../statement/trial.ts'

export const monthRunJob = 'accounting.monthRun'

const failedText = '系統發生錯誤，請洽系統管理人員。'

const stepOf: Readonly<Record<MonthRunKind, 'trial' | 'close'>> = { [monthRunKind.trial]: 'trial', [monthRunKind.close]: 'close' }

interface WaitingCompany {
  readonly periodId: number
  readonly kind: MonthRunKind
  readonly requestedBy: string
}

interface Verdict {
  readonly verdict: MonthVerdict
  readonly reason: string | null
}

/**
 * Registers the job that takes a month run through its companies: closes with the same step that users take, one transaction each, trials
 * many at once. After a crash the job continues with the companies that still wait. A month that was closed but not noted is recognised as closed.
 */
export function registerMonthRun(app: FastifyInstance): void {
  app.jobs.register(monthRunJob, { title: '整月作業', run: (context) => runMonth(app, context) })
}

async function runMonth(app: FastifyInstance, context: JobContext): Promise<{ decided: number }> {
  const { runId } = context.payload as { readonly runId: number }
  try {
    return await decideAll(app, context, runId)
  } catch (error) {
    // A failed run is ended, so that it does not block the next one. A run that was stopped, or lost its database, continues later.
    if (!context.signal.aborted) await endFailed(context, runId)
    throw error
  }
}

/** Companies whose trials are made in one transaction: few enough that a stopped run has little to repeat. */
const triedAtOnce = 50

async function decideAll(app: FastifyInstance, context: JobContext, runId: number): Promise<{ decided: number }> {
  const { db, clock, signal } = context
  const waiting = await readWaiting(db, runId)
  for (let done = 0; done < waiting.length; done += triedAtOnce) {
    signal.throwIfAborted()
    const some = waiting.slice(done, done + triedAtOnce)
    if (some[0]?.kind === monthRunKind.trial) await tryTogether(app, runId, some)
    // Finds the remarks of all companies first, because closing the first company of a group also closes the others.
    else await refreshRemarks(db, periodIdsOf(some), taipeiDate(clock.now()))
  }
  const left = await readWaiting(db, runId)
  for (const [index, company] of left.entries()) {
    signal.throwIfAborted()
    await noteVerdicts(db, { runId, periodIds: [company.periodId], decidedAt: clock.now() }, await decide(app, company))
    await context.saveProgress({ done: waiting.length - left.length + index + 1, total: waiting.length })
  }
  await endRun(db, runId, clock.now())
  return { decided: waiting.length }
}

const periodIdsOf = (companies: readonly WaitingCompany[]) => companies.map(({ periodId }) => periodId)

/** Tries companies in one transaction, with their verdicts. What stops one of them is found out afterwards, company by company. */
async function tryTogether(app: FastifyInstance, runId: number, companies: readonly WaitingCompany[]): Promise<void> {
  const [now, madeBy] = [app.clock.now(), companies[0]?.requestedBy ?? '']
  try {
    await transact(app.db, async (trx) => {
      const tried = await tryMonths(trx, periodIdsOf(companies), { madeBy, madeAt: now })
      await noteVerdicts(trx, { runId, periodIds: [...tried], decidedAt: now }, { verdict: monthVerdict.done, reason: null })
    })
  } catch (error) {
    app.log.warn({ err: error, runId }, 'trials were not made together; they are made one by one')
  }
}

/** Ends a failed run. Companies that still wait were not closed: each gets a text that says so, and the next run includes them. */
async function endFailed({ db, clock }: JobContext, runId: number): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('monthRunVerdict')
    .set({ verdict: monthVerdict.refused, reason: failedText, decidedAt: now })
    .where('runId', '=', runId)
    .where('verdict', '=', monthVerdict.waiting)
    .execute()
  await endRun(db, runId, now)
}

async function endRun(db: Executor, runId: number, finishedAt: Date): Promise<void> {
  await db
    .updateTable('monthRun')
    .set((run) => ({ status: monthRunStatus.done, finishedAt, rowVersion: run('rowVersion', '+', 1) }))
    .where('id', '=', runId)
    .where('status', '=', monthRunStatus.running)
    .execute()
}

function readWaiting(db: Executor, runId: number): Promise<readonly WaitingCompany[]> {
  return db
    .selectFrom('monthRunVerdict as v')
    .innerJoin('monthRun as r', 'r.id', 'v.runId')
    .select(['v.periodId', 'r.kind', 'r.requestedBy'])
    .where('v.runId', '=', runId)
    .where('v.verdict', '=', monthVerdict.waiting)
    .orderBy('v.companyNo')
    .execute() as Promise<readonly WaitingCompany[]>
}

/**
 * Does the step for one company. An error of the step becomes the verdict. A month that somebody else closed meanwhile, directly or with
 * its group, counts as success.
 */
async function decide(app: FastifyInstance, { periodId, kind, requestedBy }: WaitingCompany): Promise<Verdict> {
  const { db, clock, records, log } = app
  // Acts in the name of the user who asked for the run, because the statement records who closed it.
  const actor: Actor = { ...systemActor, userName: requestedBy, fullName: requestedBy }
  try {
    await records.transition({ actor, screen: null, entity: 'monthlyPeriod', now: clock.now(), db }, periodId, stepOf[kind], {})
    return { verdict: monthVerdict.done, reason: null }
  } catch (error) {
    const { status, closedBy } = await db
      .selectFrom('companyPeriod')
      .select(['status', 'closedBy'])
      .where('id', '=', periodId)
      .executeTakeFirstOrThrow()
    if (status !== statementStatus.open) return { verdict: monthVerdict.done, reason: `已由 ${closedBy} 關帳。` }
    if (error instanceof ApiError && error.status < 500) return { verdict: monthVerdict.refused, reason: error.message }
    log.error({ err: error, periodId }, 'a company of a month run failed')
    return { verdict: monthVerdict.refused, reason: failedText }
  }
}

/** Stores verdicts only once: a process that lost its lease may come later and is ignored. */
async function noteVerdicts(
  db: Executor,
  { runId, periodIds, decidedAt }: { readonly runId: number; readonly periodIds: readonly number[]; readonly decidedAt: Date },
  verdict: Verdict,
): Promise<void> {
  if (periodIds.length === 0) return
  await db
    .updateTable('monthRunVerdict')
    .set({ ...verdict, decidedAt })
    .where('runId', '=', runId)
    .where('periodId', 'in', periodIds)
    .where('verdict', '=', monthVerdict.waiting)
    .execute()
}
