import type { Generated } from 'kysely'

export interface MailOutboxTable {
  id: Generated<number>
  recipient: string
  subject: string
  /** The sealed text; null once it is deleted. */
  sealed: string | null
  /** `recorded`: printed on the server's console, because there is no mail server. */
  status: Generated<'waiting' | 'sent' | 'recorded' | 'failed'>
  attempts: Generated<number>
  nextAttemptAt: Generated<Date>
  error: string | null
  createdAt: Generated<Date>
  sentAt: Date | null
}

declare module '../database/tables.ts' {
  interface Tables {
    mailOutbox: MailOutboxTable
  }
}
