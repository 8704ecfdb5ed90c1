import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { SerialKeys } from '../serial/public.ts'

/** What orders of points need of the application. */
export interface SettlementServices {
  readonly keys: SerialKeys
  /** Base of links in mails, without trailing slash. */
  readonly publicUrl: string
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
  /** Hands the generation of a large order to a job. */
  enqueueGeneration(trx: Trx, settlementId: number, requestedBy: string): Promise<void>
}
