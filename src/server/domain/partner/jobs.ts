import type { FastifyInstance } from 'fastify'
import { clearOldCounts } from './callCounters.ts'

const nonceMinutes = 15
const minuteMs = 60_000

/** Deletes nonces and counts that the protocol needs for minutes only. */
export function registerPartnerJobs(app: FastifyInstance): void {
  app.jobs.register('partner.tidy', {
    title: '介接紀錄清理',
    everyMinutes: 5,
    quiet: true,
    async run({ db, clock }) {
      const before = new Date(clock.now().getTime() - nonceMinutes * minuteMs)
      await db.deleteFrom('partnerNonce').where('seenAt', '<', before).execute()
      await db.deleteFrom('partnerMinute').where('minute', '<', before).execute()
      await clearOldCounts(db, clock.now())
      return null
    },
  })
}
