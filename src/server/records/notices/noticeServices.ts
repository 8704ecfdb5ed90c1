import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { WebhookEvent } from '../../platform/webhooks/outbox.ts'

/** What notices need of the rest of the server. */
export interface NoticeServices {
  /** Screens with a list of the records of an entity. */
  screensOf(entity: string): readonly ResolvedScreen[]
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
  enqueueWebhook(executor: Executor, event: WebhookEvent): Promise<void>
  readonly publicUrl: string
}
