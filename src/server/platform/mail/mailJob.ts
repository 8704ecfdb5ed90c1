import { type Selectable, sql } from 'kysely'
import nodemailer, { type Transporter } from 'nodemailer'
import { type ActivityLog, activityCategory, activityLevel } from '../activity.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/tables.ts'
import type { JobDefinition } from '../jobs/jobRunner.ts'
import type { MailOutboxTable } from './outbox.ts'

type OutboxRow = Selectable<MailOutboxTable>

const attemptsMax = 6
const batchSize = 50

/** The oldest mail that is due by the database's clock (which dated it), with its next attempt moved ahead first: a crash while sending delays it, and never loses it. */
async function takeMail(db: Database): Promise<OutboxRow | null> {
  const taken = await db
    .updateTable('mailOutbox')
    .set((each) => ({
      attempts: each('attempts', '+', 1),
      // 1, 2, 4 ... minutes after the first, second, third try.
      nextAttemptAt: sql<Date>`now() + interval '1 minute' * power(2, attempts)`,
    }))
    .where('id', '=', (each) =>
      each
        .selectFrom('mailOutbox')
        .select('id')
        .where('status', '=', 'waiting')
        .where('nextAttemptAt', '<=', sql<Date>`now()`)
        .orderBy('nextAttemptAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return taken ?? null
}

async function markMail(db: Database, id: number, changes: Pick<OutboxRow, 'status' | 'error' | 'sentAt'>): Promise<void> {
  await db.updateTable('mailOutbox').set(changes).where('id', '=', id).execute()
}

function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

/** Without a mail server the text goes to 系統活動紀錄, where system administrators read it (domain 4.1 forget_password). */
async function recordMail(db: Database, activity: ActivityLog, mail: OutboxRow, now: Date): Promise<void> {
  activity.write({
    category: activityCategory.mail,
    message: `未設定郵件主機，信件未寄出：${mail.subject}`,
    detail: { to: mail.recipient, subject: mail.subject, text: mail.bodyText },
  })
  await markMail(db, mail.id, { status: 'recorded', error: null, sentAt: now })
}

/** @returns false when the last try failed: nobody tries again by himself */
async function sendMail(
  db: Database,
  activity: ActivityLog,
  smtp: Transporter,
  from: string,
  mail: OutboxRow,
  now: Date,
): Promise<boolean> {
  const detail = { to: mail.recipient, subject: mail.subject }
  try {
    await smtp.sendMail({
      from,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.bodyText,
      ...(mail.bodyHtml ? { html: mail.bodyHtml } : {}),
    })
    await markMail(db, mail.id, { status: 'sent', error: null, sentAt: now })
    activity.write({ category: activityCategory.mail, message: `信件已寄出：${mail.subject}`, detail })
    return true
  } catch (error) {
    const status = mail.attempts >= attemptsMax ? 'failed' : 'waiting'
    await markMail(db, mail.id, { status, error: errorText(error), sentAt: null })
    const message = `信件寄送失敗（第${mail.attempts}次）：${mail.subject}`
    activity.write({ category: activityCategory.mail, level: activityLevel.error, message, detail: { ...detail, error: errorText(error) } })
    return status !== 'failed'
  }
}

/** Ids of mails that a failed run gave up. */
function givenUpOf(progress: unknown): readonly number[] {
  const ids = progress !== null && typeof progress === 'object' && 'givenUp' in progress ? progress.givenUp : []
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : []
}

/** Somebody lets the job run again: what it had given up is tried anew. */
async function takeUpAgain(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('mailOutbox')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .where('status', '=', 'failed')
    .execute()
}

/**
 * The job that empties the outbox: by SMTP when `SMTP_URL` is set, into 系統活動紀錄 otherwise. A run fails when it gives up a mail; to let
 * that run again is to try the mail again.
 */
export function createMailJob(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, activity: ActivityLog): JobDefinition {
  const smtp = config.smtpUrl === null ? null : nodemailer.createTransport(config.smtpUrl)
  return {
    title: '寄送信件',
    everyMinutes: 1,
    quiet: true,
    run: async ({ db, clock, signal, progress, saveProgress }) => {
      await takeUpAgain(db, givenUpOf(progress))
      const givenUp: number[] = []
      let handled = 0
      for (; handled < batchSize && !signal.aborted; handled += 1) {
        const mail = await takeMail(db)
        if (!mail) break
        const now = clock.now()
        if (!smtp) await recordMail(db, activity, mail, now)
        else if (!(await sendMail(db, activity, smtp, config.mailFrom, mail, now))) givenUp.push(mail.id)
      }
      if (givenUp.length > 0) {
        await saveProgress({ givenUp })
        throw new Error(`${givenUp.length} 封信件寄送 ${attemptsMax} 次仍失敗`)
      }
      return handled === 0 ? null : { handled }
    },
  }
}
