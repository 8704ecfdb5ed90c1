import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { MailedPage } from '../../../answers/settlement.ts'
import { serialStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

type OwnSerialMail = Static<typeof MailedPage>['rows'][number]

/** What was mailed of an order, the newest first. The caller has made sure that the order is the asker's. */
export async function readOwnSerialMails(
  db: Executor,
  settlementNo: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly totalCount: number; readonly rows: readonly OwnSerialMail[] }> {
  const { rows } = await sql<OwnSerialMail>`
    select s.serial_id, p.last4, s.recipient_name, s.recipient_email, coalesce(m.status, 'failed') as state, m.sent_at, s.mail_count,
      p.points - p.remaining_points as used_points, p.status in (${serialStatus.usable}, ${serialStatus.partlyUsed}) as can_resend
    from serial_mail s
    join point_serial p on p.id = s.serial_id
    left join mail_outbox m on m.id = s.mail_id
    where s.settlement_no = ${settlementNo}
    order by s.created_at desc, lower(s.recipient_email) limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from serial_mail where settlement_no = ${settlementNo}`.execute(db)
  return { totalCount: counted.rows[0]?.count ?? 0, rows }
}
