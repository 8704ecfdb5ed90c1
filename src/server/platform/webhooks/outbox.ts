import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../database/tables.ts'
import type { Secrets } from '../secrets.ts'
import { sealFor } from './secret.ts'

/** The job that sends what waits. It also runs by itself once a minute. */
export const webhookJob = 'webhooks.send'

/** What an address is told. */
export interface WebhookEvent {
  /** By which documents name the address. */
  readonly hookName: string
  /** Entity and step, or entity and date field: `loan.approve`. */
  readonly eventName: string
  /** For people, in the log. */
  readonly title: string
  readonly occurredAt: Date
  readonly data: Readonly<Record<string, unknown>>
}

/** Longest body; a record of a document is shorter. */
const bodyBytesMax = 256 * 1024

/**
 * Writes a sealed message into the outbox, in the caller's transaction: without a commit nothing is sent.
 *
 * @param now by the clock of the jobs
 */
export async function enqueueWebhook(
  executor: Executor,
  secrets: Pick<Secrets, 'fieldEncryption'>,
  event: WebhookEvent,
  now: Date,
): Promise<void> {
  const { hookName, eventName, title, occurredAt, data } = event
  const body = JSON.stringify({ id: randomUUID(), type: eventName, timestamp: occurredAt.toISOString(), data })
  if (Buffer.byteLength(body) > bodyBytesMax) throw new Error(`a webhook of more than ${bodyBytesMax} bytes`)
  await sql`
    with written as (
      insert into webhook_delivery (hook_name, event_name, title, sealed, next_at, occurred_at)
      values (${hookName}, ${eventName}, ${title}, ${sealFor(hookName, secrets, body)}, ${now}, ${occurredAt}) returning id
    )
    insert into job (name, run_at) select ${webhookJob}, ${now} from written
    where not exists (select from job where name = ${webhookJob} and status = 'waiting')`.execute(executor)
}
