import { deleteEndedJobs } from './jobQueries.ts'
import type { JobDefinition } from './jobRunner.ts'

export const tidyJobs = 'platform.tidyJobs'

/** For this long an ended job can be looked at, and a failed one run again. Its rows in 系統活動紀錄 stay. */
const keptDays = 30
const batchSize = 5000
const dayMs = 24 * 3_600_000

/** Deletes old jobs, in batches so that no lock is held for long. */
export const tidyJob: JobDefinition = {
  title: '清除過期作業',
  dailyAt: '03:40',
  quiet: true,
  async run({ db, clock, signal }) {
    const limit = new Date(clock.now().getTime() - keptDays * dayMs)
    let deleted = 0
    for (let count = batchSize; count === batchSize && !signal.aborted; deleted += count)
      count = await deleteEndedJobs(db, limit, batchSize)
    return deleted === 0 ? null : { deleted }
  },
}
