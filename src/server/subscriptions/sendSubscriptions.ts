import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { type AbsentUser, findAbsentUser } from '../identity/authentication/absentActor.ts'
import { shortageOf } from '../platform/database/shortage.ts'
import type { Database } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { ApiError, textError } from '../platform/errors.ts'
import { layOutMail, type MailLetter } from '../platform/mail/mailLayout.ts'
import type { MailFile } from '../platform/mail/sealedText.ts'
import { openSubscription } from './openSubscription.ts'
import { countRecords, subscriptionFile } from './subscriptionFile.ts'
import type { SubscriptionTable } from './tables.ts'
import { nextTime } from './times.ts'

export type StoredSubscription = Selectable<SubscriptionTable>

/** What has become of a subscription whose time has come. */
type Outcome =
  | { readonly kind: 'file'; readonly file: MailFile; readonly count: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly text: string }

/** Another job, such as that of the mails themselves, need not wait longer than this. */
const turnMs = 20_000

/**
 * Sends what is due. Each file is made before the transaction that writes its mail and the next time together, so that nothing is sent twice
 * or lost, also when several processes look.
 *
 * @returns number of those that were handled, and whether more are due
 */
export async function sendDue(
  app: FastifyInstance,
  db: Database,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const startedAt = performance.now()
  for (let count = 0; ; count += 1) {
    const now = app.clock.now()
    const due = await db
      .selectFrom('subscription')
      .selectAll()
      .where('isEnabled', '=', true)
      .where('nextAt', '<=', now)
      .orderBy('nextAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return { count, isMore: false }
    if (signal.aborted || performance.now() - startedAt > turnMs) return { count, isMore: true }
    await sendOne(app, db, due, now)
  }
}

async function sendOne(app: FastifyInstance, db: Database, due: StoredSubscription, now: Date): Promise<void> {
  const user = await findAbsentUser(db, due.userId, now)
  const outcome = user === undefined ? null : await outcomeOf(app, db, { due, user, now })
  await transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('subscription')
      .set({ nextAt: nextTime(due, now), ...(outcome !== null && { lastAt: now, ...resultOf(outcome) }) })
      .where('id', '=', due.id)
      .where('nextAt', '<=', now)
      .executeTakeFirst()
    // Another process has sent it, or the user has changed it meanwhile.
    if (numUpdatedRows === 0n || user === undefined || outcome === null) return
    const letter = letterOf(due, user, outcome)
    if (letter === null) return
    const mail = layOutMail({ ...letter, link: { label: '開啟畫面', address: addressOf(app, due) } })
    await app.mail.enqueue(trx, { ...mail, ...(outcome.kind === 'file' && { files: [outcome.file] }) })
  })
}

interface Due {
  readonly due: StoredSubscription
  readonly user: AbsentUser
  readonly now: Date
}

async function outcomeOf(app: FastifyInstance, db: Database, { due, user: { actor, mustChangePassword }, now }: Due): Promise<Outcome> {
  try {
    if (mustChangePassword) throw textError(403, '您的密碼已到期，登入並變更密碼後即恢復寄送。')
    const open = openSubscription(app, due, { db, actor, now })
    const count = await countRecords(app, open)
    if (count === 0 && due.skipsEmpty) return { kind: 'empty' }
    return { kind: 'file', file: await subscriptionFile(app, open, count, due), count }
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'problem', text: error.message }
    // The job is run again when there is space.
    if (shortageOf(error) === 'storage') throw error
    app.log.error({ err: error, subscription: due.id }, 'a subscription was not sent')
    return { kind: 'problem', text: '系統無法產生檔案，請洽系統管理人員。' }
  }
}

function resultOf(outcome: Outcome): Pick<StoredSubscription, 'lastCount' | 'problem'> {
  if (outcome.kind === 'problem') return { lastCount: null, problem: outcome.text }
  return { lastCount: outcome.kind === 'file' ? outcome.count : 0, problem: null }
}

/** Null: nothing to say. The same problem is told once. */
function letterOf({ title, problem }: StoredSubscription, { actor, email }: AbsentUser, outcome: Outcome): MailLetter | null {
  const letter = { to: email, greeting: actor.fullName, facts: [] }
  const stop = '如需調整或停止，請在任一清單的「我的檢視」選擇「定期寄送…」。'
  if (outcome.kind === 'empty' || (outcome.kind === 'problem' && outcome.text === problem)) return null
  if (outcome.kind === 'problem')
    return { ...letter, subject: `定期寄送未完成：${title}`, paragraphs: [`您設定的「${title}」這次未能寄送。`, outcome.text, stop] }
  const facts = [
    ['附件', outcome.file.fileName],
    ['資料筆數', outcome.count.toLocaleString('en-US')],
  ] as const
  return { ...letter, subject: `定期寄送：${title}`, facts, paragraphs: [`您設定的「${title}」如附件。`, stop] }
}

function addressOf({ config: { publicUrl } }: FastifyInstance, { uri, query, reportGroup }: StoredSubscription): string {
  const params = new URLSearchParams(query)
  if (reportGroup !== null) params.set('group', reportGroup)
  return `${publicUrl}${uri}${params.size === 0 ? '' : `?${params}`}`
}

/**
 * Lets a subscription be sent at once; the times of its rhythm stay. One person has one in a minute sent so, because each is a file to make.
 *
 * @returns false when there is none that is switched on, or one of the person was sent a moment ago, waits or is about to be
 */
export async function askNow(
  db: Database,
  { id, userId, now }: { readonly id: number; readonly userId: number; readonly now: Date },
): Promise<boolean> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  const inAMinute = new Date(now.getTime() + 60_000)
  return transact(db, async (trx) => {
    // All of the person, in one order, so that two calls at the same time see each other. The one that comes second may have read its clock
    // first, on this server or on another: what the other asked for then lies in its future.
    const { rows } = await sql<{ isRecent: boolean }>`
      select last_at > ${minuteAgo} or (is_enabled and next_at <= ${inAMinute}) as "isRecent"
      from subscription where user_id = ${userId} order by id for update`.execute(trx)
    if (rows.some(({ isRecent }) => isRecent)) return false
    const { numAffectedRows } = await sql`
      update subscription set next_at = ${now} where id = ${id} and user_id = ${userId} and is_enabled`.execute(trx)
    return numAffectedRows === 1n
  })
}
