import { sql } from 'kysely'
import type { Executor } from '../database/tables.ts'
import { type Envelope, type MailText, sealMail } from './sealedText.ts'

/** A mail to be sent after commit. */
export type Mail = Envelope & MailText

/** The job that empties the outbox; it also looks by itself once a minute. */
export const mailJob = 'mail.send'

/**
 * Writes the mail into the outbox, sealed, in the transaction that decides it: no commit, no mail. Somebody may be waiting for the code in it,
 * so sending is asked for at once. One statement, whoever the mail is for: its time must not tell which accounts exist.
 *
 * @param key of `deriveMailKey`
 * @param now by the clock of jobs
 * @returns the id of the mail, by which its writer asks later what became of it
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
