import { sql } from 'kysely'
import type { JobDefinition } from '../jobs/jobRunner.ts'

export const wipeMailsJob = 'mail.wipe'

/** How long the text of a mail can be read where no mail server took it, and how long one that failed can be tried again. */
const keptDays = { recorded: 7, failed: 30 } as const

/** Wipes the texts that nobody needs any more; those of mails that went out are gone already. */
export const wipeJob: JobDefinition = {
  title: '清除未寄出信件內容',
  dailyAt: '03:50',
  quiet: true,
  async run({ db }) {
    const { numAffectedRows = 0n } = await sql`
      update mail_outbox set sealed = null
      where sealed is not null and (status = 'recorded' and created_at < now() - make_interval(days => ${keptDays.recorded})
        or status = 'failed' and created_at < now() - make_interval(days => ${keptDays.failed}))`.execute(db)
    return numAffectedRows === 0n ? null : { wiped: Number(numAffectedRows) }
  },
}
