import type { FastifyInstance } from 'fastify'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import { transact } from '../../platform/database/transact.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import { buildCompanyDays } from './usecases/companyDays.ts'
import { type ExpiryProgress, expireAll } from './usecases/expiry.ts'
import { assertSound, connectionsOf, verifyLedger } from './verify/verifyLedger.ts'

/** What a run before a crash has saved; null = begin. */
function progressOf(context: JobContext): ExpiryProgress | undefined {
  const { progress } = context
  return progress !== null && typeof progress === 'object' && 'afterAccount' in progress ? (progress as ExpiryProgress) : undefined
}

/** Expires what is past its day; goes on where an earlier try stopped, and leaves when the server stops. */
async function expirePoints(context: JobContext): Promise<{ holders: number }> {
  const holders = await expireAll(context.db, context.clock.now(), progressOf(context), async (progress) => {
    await context.saveProgress(progress)
    context.signal.throwIfAborted()
  })
  return { holders }
}

/** The sums of the days before today, which dashboards read. */
async function sumUpDays({ db, clock, signal }: JobContext): Promise<{ steps: number }> {
  const through = addDays(taipeiDate(clock.now()), -1)
  const steps = await buildCompanyDays({ through, run: (step) => transact(db, step), onStep: () => signal.throwIfAborted() })
  return { steps }
}

/** @throws Error with a line per broken invariant, so that the run is shown as failed */
async function verifyPoints({ db }: JobContext, connections: number): Promise<{ checks: number }> {
  return assertSound('帳本', await verifyLedger(db, { connections }))
}

/** The nightly work of the ledger (domain 2.4, 2.6). */
export function registerPointJobs(app: FastifyInstance): void {
  app.jobs.register('points.expire', { title: '點數逾期失效', dailyAt: '00:30', run: expirePoints })
  app.jobs.register('points.companyDays', { title: '每日特約商點數彙總', dailyAt: '01:30', run: sumUpDays })
  const connections = connectionsOf(app.config.databaseUrl === null ? 'embedded' : 'postgres')
  app.jobs.register('points.verify', { title: '點數帳本檢核', dailyAt: '02:30', run: (context) => verifyPoints(context, connections) })
}
