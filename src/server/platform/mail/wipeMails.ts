import { sql } from 'kysely'
import type { JobDefinition } from '../jobs/jobRunner.ts'

export const wipeMailsJob = 'mail.wipe'

/** How long a mail that failed can be tried again. Links in it are long over by then; nobody can read it meanwhile. */
const failedDays = 30

/** Wipes the texts of mails that nobody will send any more; those of mails that went out are gone already. */
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
