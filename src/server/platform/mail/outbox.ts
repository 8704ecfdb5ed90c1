import type { Generated } from 'kysely'
import type { Executor } from '../database/tables.ts'

export interface MailOutboxTable {
  id: Generated<number>
  recipient: string
  subject: string
  bodyText: string
  bodyHtml: string | null
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

/** A mail to be sent after commit. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** Writes the mail into the outbox, in the transaction that decides it: no commit, no mail. */
export async function enqueueMail(executor: Executor, mail: Mail): Promise<void> {
  if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error('a mail address or subject with a line break is an injection')
  await executor
    .insertInto('mailOutbox')
    .values({ recipient: mail.to, subject: mail.subject, bodyText: mail.text, bodyHtml: mail.html ?? null, error: null, sentAt: null })
    .execute()
}
