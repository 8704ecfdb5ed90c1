import { sql } from 'kysely'
import type { Executor } from '../database/tables.ts'
import { type Envelope, type MailText, sealMail } from './sealedText.ts'

/** A mail to be sent after commit. */
export type Mail = Envelope & MailText

/** The job that sends the mails of the outbox. It also runs by itself once a minute. */
export const mailJob = 'mail.send'

/**
 * Writes a sealed mail into the outbox, in the caller's transaction: without a commit there is no mail. Sending is requested at once,
 * because somebody may wait for a code in the mail. It is always one statement, so that its time does not tell which accounts exist.
 *
 * @param key from `deriveMailKey`
 * @param now by the clock of the jobs
 * @returns id of the mail, by which the caller can look up later whether it was sent
 */
export async function enqueueMail(executor: Executor, key: Buffer, mail: Mail, now: Date): Promise<number> {
  const { to, subject } = mail
  if (/[\r\n]/.test(to + subject)) throw new Error('a mail address or subject with a line break is an injection')
  const { rows } = await sql<{ id: number }>`
    with mail as (
      insert into mail_outbox (recipient, subject, sealed) values (${to}, ${subject}, ${sealMail(key, mail, mail)}) returning id
    ), asked as (
      insert into job (name, run_at) select ${mailJob}, ${now}
      where not exists (select from job where name = ${mailJob} and status = 'waiting')
    )
    select id from mail`.execute(executor)
  return rows[0]?.id ?? 0
}
