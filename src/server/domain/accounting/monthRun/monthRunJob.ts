import type { FastifyInstance } from 'fastify'
import { monthVerdict } from '../../../../rules/codes.generated.ts'
import { type Actor, systemActor } from '../../../platform/actor.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { textError } from '../../../platform/errors.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { decideMonths, endRun, failedText, type MonthRunTools } from './decideMonths.ts'

export const monthRunJob = 'accounting.monthRun'

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
    return await decideMonths(toolsOf(app, context), runId)
  } catch (error) {
    // A failed run is ended, so that it does not block the next one. A run that was stopped, or lost its database, continues later.
    if (!context.signal.aborted) await endFailed(context, runId)
    throw error
  }
}

function toolsOf({ records, log, config, sessions }: FastifyInstance, { db, clock, signal, saveProgress }: JobContext): MonthRunTools {
  return {
    ...{ db, log, signal, saveProgress, now: () => clock.now(), inside: (work) => transact(db, work) },
    connections: config.databaseUrl === null ? 1 : 2,
    async step(periodId, name, userName) {
      const asker = await findAsker(db, userName)
      const now = clock.now()
      // A close is signed: not in the name of somebody whose account was closed, or whose right was taken, since the run was asked for.
      const user = asker && (await sessions.findActor(db, asker.id, now))
      if (!user?.permissions.has(`accounting.statement_close.${name}`)) throw textError(409, notAllowedText(userName))
      // Acts in the name of the user who asked for the run, because the statement records who closed it.
      const actor: Actor = { ...systemActor, userName, fullName: userName }
      return records.transition({ actor, screen: null, entity: 'monthlyPeriod', now, db }, periodId, name, {})
    },
  }
}

const notAllowedText = (userName: string) => `執行者 ${userName} 已停用或已無此權限，未執行，請由有權限的人員重新執行。`

function findAsker(db: Executor, userName: string): Promise<{ readonly id: number } | undefined> {
  return db.selectFrom('appUser').select('id').where('userName', '=', userName).where('deletedAt', 'is', null).executeTakeFirst()
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
