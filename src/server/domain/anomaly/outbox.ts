import { sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'
import type { AnomalyEvent } from './events.ts'

/** The job that looks at the outbox; it also comes by itself once a minute. */
export const evaluateJob = 'anomaly.evaluate'

/** Only one of the transactions that run at the same time asks for the job; the others ride with it. */
const askLock = 5_500_001
/** What was committed until the job begins is looked at by it, so a burst of postings asks once. */
const delaySeconds = 1

/**
 * Leaves something for the rules that run after commit, in the transaction that it tells about, and asks for the job. One round trip.
 *
 * @param now by the clock of jobs
 */
export async function leaveEvent(executor: Executor, event: AnomalyEvent, now: Date): Promise<void> {
  await sql`
    with event as (insert into anomaly_outbox (event) values (${JSON.stringify(event)}::jsonb))
    insert into job (name, run_at)
    select ${evaluateJob}, ${new Date(now.getTime() + delaySeconds * 1000)}
    where not exists (select from job where name = ${evaluateJob} and status = 'waiting') and pg_try_advisory_xact_lock(${askLock})`.execute(
    executor,
  )
}
