import { type Selectable, sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import { logCategory, logLevel } from '../../../rules/codes.generated.ts'
import type { ActivityLog } from '../activity.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/tables.ts'
import type { JobDefinition } from '../jobs/jobRunner.ts'
import { drawCodePicture } from './codePicture.ts'
import { type Envelope, type MailCode, type MailFile, openMail } from './sealedText.ts'
import type { MailOutboxTable } from './tables.ts'

type OutboxRow = Selectable<MailOutboxTable>

const attemptsMax = 6
const batchSize = 50

/**
 * Takes the oldest mail that is due by the clock of the database. Its next attempt is set first, so that a crash while sending delays the
 * mail and never loses it.
 */
async function takeMail(db: Database): Promise<OutboxRow | null> {
  const taken = await db
    .updateTable('mailOutbox')
    .set((each) => ({
      attempts: each('attempts', '+', 1),
      // 1, 2, 4 … minutes after the first, second, third attempt.
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

type Outcome = Pick<OutboxRow, 'status' | 'error' | 'sentAt'> & { readonly sealed?: null }

async function markMail(db: Database, id: number, changes: Outcome): Promise<void> {
  await db.updateTable('mailOutbox').set(changes).where('id', '=', id).execute()
}

function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

/** Prints a mail to the console of the server process. */
export type MailPrinter = (text: string) => void

interface PrintMailInput {
  readonly activity: ActivityLog
  readonly desk: Desk
  readonly mail: OutboxRow
  readonly now: Date
}

/**
 * Prints a mail on the server's console, for installations without a mail server; production must have one. The text is then removed from
 * the database, and no call returns it, because its link or password would let a reader act as the recipient.
 */
async function printMail(db: Database, { activity, desk: { print, key }, mail, now }: PrintMailInput): Promise<void> {
  const envelope = { to: mail.recipient, subject: mail.subject }
  print(`信件（未設定 SMTP_URL，未寄出）\n收件人：${envelope.to}\n主旨：${envelope.subject}\n${textOf(key, envelope, mail.sealed)}`)
  await markMail(db, mail.id, { status: 'recorded', error: null, sentAt: now, sealed: null })
  activity.write({
    category: logCategory.mail,
    message: `未設定郵件主機，信件未寄出：${mail.subject}`,
    detail: envelope,
    mailId: mail.id,
  })
}

/**
 * The text of a mail. One sealed by another installation (in a copied database) gives a note instead of an error, so that the others are
 * printed.
 */
function textOf(key: Buffer, envelope: Envelope, sealed: string | null): string {
  try {
    const { text, files = [] } = openMail(key, envelope, sealed ?? '')
    return [text, ...files.map(({ fileName }) => `附件：${fileName}`)].join('\n')
  } catch {
    return '（以其他系統的金鑰加密，無法開啟）'
  }
}

interface Desk {
  readonly print: MailPrinter
  readonly key: Buffer
}

/** What is needed to send mails by SMTP. */
interface Post {
  readonly smtp: () => Promise<Transporter>
  readonly from: string
  readonly key: Buffer
}

/** What sends is loaded with the first mail: its code is large, and without `SMTP_URL` nobody needs it. */
function transportTo(smtpUrl: string): Post['smtp'] {
  let made: Promise<Transporter> | undefined
  return () => {
    made ??= import('nodemailer').then(({ default: nodemailer }) => nodemailer.createTransport(smtpUrl))
    return made
  }
}

interface SendMailInput {
  readonly activity: ActivityLog
  readonly post: Post
  readonly mail: OutboxRow
  readonly now: Date
}

/** @returns false when this was the last attempt and it failed; no further one follows */
async function sendMail(db: Database, { activity, post: { smtp, from, key }, mail, now }: SendMailInput): Promise<boolean> {
  const detail = { to: mail.recipient, subject: mail.subject }
  const entry = { category: logCategory.mail, detail, mailId: mail.id }
  try {
    // The only place where mails are decrypted. A table constraint guarantees that a waiting mail has a text.
    const { text, html, codes = [], files = [] } = openMail(key, detail, mail.sealed ?? '')
    const attachments = [...codes.map(pictureOf), ...files.map(attachmentOf)]
    await (await smtp()).sendMail({ from, ...detail, text, html, attachments })
    await markMail(db, mail.id, { status: 'sent', error: null, sentAt: now, sealed: null })
    activity.write({ ...entry, message: `信件已寄出：${mail.subject}` })
    return true
  } catch (error) {
    const status = mail.attempts >= attemptsMax ? 'failed' : 'waiting'
    await markMail(db, mail.id, { status, error: errorText(error), sentAt: null })
    const message = `信件寄送失敗（第${mail.attempts}次）：${mail.subject}`
    activity.write({ ...entry, level: logLevel.error, message, detail: { ...detail, error: errorText(error) } })
    return status !== 'failed'
  }
}

/** A picture shown inside the text, not as an attached file below it. */
function pictureOf({ cid, kind, text }: MailCode) {
  const content = drawCodePicture(kind, text)
  return { cid, filename: `${cid}.png`, contentType: 'image/png', contentDisposition: 'inline' as const, content }
}

function attachmentOf({ fileName, contentType, base64 }: MailFile) {
  return { filename: fileName, contentType, content: Buffer.from(base64, 'base64') }
}

/** Ids of the mails that a failed run gave up. */
function givenUpOf(progress: unknown): readonly number[] {
  const ids = progress !== null && typeof progress === 'object' && 'givenUp' in progress ? progress.givenUp : []
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : []
}

/** Gives new attempts to the mails that a failed run gave up, because a user started that run again. */
async function takeUpAgain(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('mailOutbox')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .where('status', '=', 'failed')
    .where('sealed', 'is not', null)
    .execute()
}

export interface MailJobOptions extends Pick<Config, 'smtpUrl' | 'mailFrom'> {
  /** The key from `deriveMailKey`. */
  readonly key: Buffer
  /** Used without `SMTP_URL`; when absent, nobody sees such mails. */
  readonly print?: MailPrinter
}

/**
 * Makes the job that sends the mails of the outbox: by SMTP when `SMTP_URL` is set, otherwise to the server's console. A run fails when it
 * gives up a mail; running it again sends that mail again.
 */
export function createMailJob({ smtpUrl, mailFrom, key, print = () => undefined }: MailJobOptions, activity: ActivityLog): JobDefinition {
  const post = smtpUrl === null ? null : { smtp: transportTo(smtpUrl), from: mailFrom, key }
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
        if (!post) await printMail(db, { activity, desk: { print, key }, mail, now })
        else if (!(await sendMail(db, { activity, post, mail, now }))) givenUp.push(mail.id)
      }
      if (givenUp.length > 0) {
        await saveProgress({ givenUp })
        throw new Error(`${givenUp.length} 封信件寄送 ${attemptsMax} 次仍失敗`)
      }
      return handled === 0 ? null : { handled }
    },
  }
}
