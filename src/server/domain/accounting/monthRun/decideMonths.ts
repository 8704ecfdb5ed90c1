import type { FastifyBaseLogger } from 'fastify'
import {
  type MonthRunKind,
  type MonthVerdict,
  monthRunKind,
  monthRunStatus,
  monthVerdict,
  statementStatus,
} from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { ApiError } from '../../../platform/errors.ts'
import { refreshRemarks } from '../remark/refreshRemarks.ts'
import { tryMonths } from '../statement/trial.ts'

export const failedText = '系統發生錯誤，請洽系統管理人員。'

const stepOf = { [monthRunKind.trial]: 'trial', [monthRunKind.close]: 'close' } as const satisfies Record<MonthRunKind, string>

/** What a run works with: a job makes transactions, demo data lies in one. */
export interface MonthRunTools {
  readonly db: Executor
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly signal?: AbortSignal
  /** How many transactions may be under way at once. */
  readonly connections: number
  now(): Date
  /** Runs `work` wholly or not at all. */
  inside(work: (trx: Trx) => Promise<void>): Promise<void>
  /** The step that users take on the month of one company, wholly or not at all, in the name of a user. */
  step(periodId: number, name: 'trial' | 'close', userName: string): Promise<unknown>
  saveProgress?(progress: { readonly done: number; readonly total: number }): Promise<void>
}

interface WaitingCompany {
  readonly periodId: number
  readonly kind: MonthRunKind
  readonly requestedBy: string
}

interface Verdict {
  readonly verdict: MonthVerdict
  readonly reason: string | null
}

/** Companies whose trials are made in one transaction: few enough that a stopped run has little to repeat. */
const triedTogether = 50

/**
 * Takes a run through the companies that wait, to its end. @throws when the run itself fails, or was stopped
 *
 * @returns how many were decided
 */
export async function decideMonths(run: MonthRunTools, runId: number): Promise<{ decided: number }> {
  const { db } = run
  const waiting = await readWaiting(db, runId)
  await inParts(run, waiting, async (some) => {
    if (some[0]?.kind === monthRunKind.trial) await tryTogether(run, runId, some)
    // Finds the remarks of all companies first, because closing the first company of a group also closes the others.
    else await refreshRemarks(db, periodIdsOf(some), taipeiDate(run.now()))
  })
  const left = await readWaiting(db, runId)
  for (const [index, company] of left.entries()) {
    run.signal?.throwIfAborted()
    await noteVerdicts(db, { runId, periodIds: [company.periodId], decidedAt: run.now() }, await decide(run, company))
    await run.saveProgress?.({ done: waiting.length - left.length + index + 1, total: waiting.length })
  }
  await endRun(db, runId, run.now())
  return { decided: waiting.length }
}

/** Does the work for some companies after the others, on as many connections as the run may use. */
async function inParts(
  { connections, signal }: MonthRunTools,
  waiting: readonly WaitingCompany[],
  work: (some: readonly WaitingCompany[]) => Promise<void>,
): Promise<void> {
  const size = Math.max(1, Math.min(triedTogether, Math.ceil(waiting.length / connections)))
  const parts = Array.from({ length: Math.ceil(waiting.length / size) }, (_, part) =>
    waiting.slice(part * size, (part + 1) * size),
  ).values()
  const takeParts = async () => {
    for (const some of parts) {
      signal?.throwIfAborted()
      await work(some)
    }
  }
  await Promise.all(Array.from({ length: connections }, takeParts))
}

const periodIdsOf = (companies: readonly WaitingCompany[]) => companies.map(({ periodId }) => periodId)

/** Tries companies in one transaction, with their verdicts. What stops one of them is found out afterwards, company by company. */
async function tryTogether(run: MonthRunTools, runId: number, companies: readonly WaitingCompany[]): Promise<void> {
  const [now, madeBy] = [run.now(), companies[0]?.requestedBy ?? '']
  try {
    await run.inside(async (trx) => {
      const tried = await tryMonths(trx, periodIdsOf(companies), { madeBy, madeAt: now })
      await noteVerdicts(trx, { runId, periodIds: [...tried], decidedAt: now }, { verdict: monthVerdict.done, reason: null })
    })
  } catch (error) {
    run.log.warn({ err: error, runId }, 'trials were not made together; they are made one by one')
  }
}

export async function endRun(db: Executor, runId: number, finishedAt: Date): Promise<void> {
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
async function decide(run: MonthRunTools, { periodId, kind, requestedBy }: WaitingCompany): Promise<Verdict> {
  try {
    await run.step(periodId, stepOf[kind], requestedBy)
    return { verdict: monthVerdict.done, reason: null }
  } catch (error) {
    const { status, closedBy } = await run.db
      .selectFrom('companyPeriod')
      .select(['status', 'closedBy'])
      .where('id', '=', periodId)
      .executeTakeFirstOrThrow()
    if (status !== statementStatus.open) return { verdict: monthVerdict.done, reason: `已由 ${closedBy} 關帳。` }
    if (error instanceof ApiError && error.status < 500) return { verdict: monthVerdict.refused, reason: error.message }
    run.log.error({ err: error, periodId }, 'a company of a month run failed')
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
