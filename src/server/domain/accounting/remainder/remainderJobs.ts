import type { FastifyInstance } from 'fastify'
import { transact } from '../../../platform/database/transact.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { buildRemainders, type RemainderResult } from './buildRemainders.ts'

/** Builds the unfrozen months, which are few. After a crash the run continues with the month where the last one stopped. */
function build({ db, clock, signal, progress, saveProgress }: JobContext): Promise<RemainderResult> {
  const done = progress !== null && typeof progress === 'object' && 'periodNo' in progress ? String(progress.periodNo) : null
  return buildRemainders(
    {
      now: clock.now(),
      userName: '系統',
      run: (step) => transact(db, step),
      onMonth: async (periodNo) => {
        await saveProgress({ periodNo })
        signal.throwIfAborted()
      },
    },
    done,
  )
}

/**
 * Runs every night, after the expiry of points and the verification of the ledger. A month is built when it has ended, and frozen when it
 * is closed.
 */
export function registerRemainderJobs(app: FastifyInstance): void {
  app.jobs.register('accounting.remainderPoints', { title: '剩餘點數計算', dailyAt: '03:20', run: build })
}
