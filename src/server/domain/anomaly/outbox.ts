import { prepared, runPrepared } from '../../platform/database/prepared.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { draftOf } from '../points/post/draft.ts'
import type { AnomalyEvent } from './events.ts'

/** The job that looks at the outbox; it also comes by itself once a minute. */
export const evaluateJob = 'anomaly.evaluate'

/** Only one of the transactions that run at the same time asks for the job; the others ride with it. */
const askLock = 5_500_001
/** What was committed until the job begins is looked at by it, so a burst of postings asks once. */
const delaySeconds = 1

const writeEvent = prepared('select anomaly_leave_event($1::jsonb, $2, $3, $4)')

/**
 * Leaves something for the rules that run after commit, in the transaction that it tells about, and asks for the job. One round trip.
 *
 * @param now by the clock of jobs
 */
export async function leaveEvent(executor: Executor, event: AnomalyEvent, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + delaySeconds * 1000)
  const draft = draftOf(executor)
  if (draft) draft.events.push({ event, jobName: evaluateJob, runAt, askLock })
  else await runPrepared(executor, writeEvent, [JSON.stringify(event), evaluateJob, runAt, askLock])
}
