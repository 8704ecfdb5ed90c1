import { logCategory, logLevel } from '../../rules/codes.generated.ts'
import '../platform/mail/outbox.ts'
import type { DemoWorld } from './world.ts'

/**
 * Marks the mails of the demo data as not to be sent, because their recipients do not exist. A configured mail server sends none of them,
 * and the console does not list them among the accounts at the first start. 系統活動紀錄 lists them like all unsent mails.
 */
export async function holdMailsBack({ app, trx }: DemoWorld): Promise<void> {
  const now = app.clock.now()
  const kept = await trx
    .updateTable('mailOutbox')
    .set({ status: 'recorded', sealed: null, sentAt: now })
    .where('status', '=', 'waiting')
    .returning(['id', 'recipient', 'subject'])
    .execute()
  if (kept.length === 0) return
  const rows = kept.map(({ id, recipient, subject }) => ({
    occurredAt: now,
    logCategory: logCategory.mail,
    logLevel: logLevel.info,
    message: `示範資料，信件未寄出：${subject}`,
    detail: JSON.stringify({ to: recipient, subject }),
    mailId: id,
  }))
  await trx.insertInto('activityLog').values(rows).execute()
}
