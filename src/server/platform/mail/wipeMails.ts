import { sql } from 'kysely'
import type { JobDefinition } from '../jobs/jobRunner.ts'

export const wipeMailsJob = 'mail.wipe'

/** For this long a failed mail can be sent again. Its links have expired long before then, and nobody can read the sealed text. */
const failedDays = 30

/** Deletes the texts of mails that will not be sent any more. Those of sent mails are deleted already. */
export const wipeJob: JobDefinition = {
  title: '清除未寄出信件內容',
  dailyAt: '03:50',
  quiet: true,
  async run({ db }) {
    const { numAffectedRows = 0n } = await sql`
      update mail_outbox set sealed = null
      where sealed is not null and status = 'failed' and created_at < now() - make_interval(days => ${failedDays})`.execute(db)
    return numAffectedRows === 0n ? null : { wiped: Number(numAffectedRows) }
  },
}
