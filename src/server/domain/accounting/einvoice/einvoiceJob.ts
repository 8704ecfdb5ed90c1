import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { readParameter } from '../../settings/public.ts'
import { handOverMessages, noteResults } from './handOver.ts'
import { makeMissingMessages } from './makeMessages.ts'

const jobName = 'accounting.einvoice'

/**
 * Reads results before it hands over files, because an uploaded message may allow a dependent one to be handed over in the same run.
 *
 * @throws AggregateError at the end when messages could not be made, so that the run counts as failed
 */
async function exchange({ db, clock, signal }: JobContext): Promise<{ made: number; handedOver: number; finished: number } | null> {
  const now = clock.now()
  const { made, failures } = await makeMissingMessages(db, { now, by: jobName })
  const upcast = await readParameter(db, 'EINVOICE.UPCAST_FOLDER', taipeiDate(now))
  const finished = upcast ? await noteResults(db, upcast, now) : 0
  const handedOver = upcast ? await handOverMessages(db, upcast, { now, signal }) : 0
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('；'))
  return made + finished + handedOver === 0 ? null : { made, handedOver, finished }
}

/** Registers the job that makes messages for new documents, writes their files for Turnkey, and reads the results. */
export function registerEinvoiceJob(app: FastifyInstance): void {
  app.jobs.register(jobName, { title: '電子發票交付', everyMinutes: 5, quiet: true, run: exchange })
}
