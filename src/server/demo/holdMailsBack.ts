import { logCategory, logLevel } from '../../rules/codes.generated.ts'
import '../platform/mail/outbox.ts'
import type { DemoWorld } from './world.ts'

/**
 * Nobody reads the mails of the people in the demo data: none leaves through a mail server that is set up, and none stands among the
 * accounts on the console at the first start. They are listed in 系統活動紀錄 like all that were not sent.
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
