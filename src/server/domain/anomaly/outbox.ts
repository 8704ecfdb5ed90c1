import { prepared, runPrepared } from '../../platform/database/prepared.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { AnomalyEvent } from './events.ts'

/** The job that looks at the outbox; it also comes by itself once a minute. */
export const evaluateJob = 'anomaly.evaluate'

/** Advisory lock: of transactions that run at the same time only one enqueues the job; the job handles the events of all. */
const askLock = 5_500_001
/** Delay of the job. It handles everything committed before it starts, so a burst of postings enqueues it once. */
const delaySeconds = 1

const writeEvent = prepared('select anomaly_leave_event($1::jsonb, $2, $3, $4)')

/** Something for the rules that run after commit, and the job that is asked for. */
export interface OutboxEvent {
  readonly event: AnomalyEvent
  readonly jobName: string
  readonly runAt: Date
  readonly askLock: number
}

/** @param now by the clock of jobs */
export function outboxEvent(event: AnomalyEvent, now: Date): OutboxEvent {
  return { event, jobName: evaluateJob, runAt: new Date(now.getTime() + delaySeconds * 1000), askLock }
}

/** In the transaction that the event tells about; asks for the job. One round trip. */
export async function writeOutbox(executor: Executor, { event, jobName, runAt, askLock }: OutboxEvent): Promise<void> {
  await runPrepared(executor, writeEvent, [JSON.stringify(event), jobName, runAt, askLock])
}

/** Leaves something for the rules that run after commit. @param now by the clock of jobs */
export function leaveEvent(executor: Executor, event: AnomalyEvent, now: Date): Promise<void> {
  return writeOutbox(executor, outboxEvent(event, now))
}
