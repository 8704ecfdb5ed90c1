import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../../../rules/dates.ts'
import { refreshOpenMonths } from './remark/refreshRemarks.ts'
import { beginPeriods } from './statement/beginPeriods.ts'

/** Registers the nightly jobs of accounting. */
export function registerAccountingJobs(app: FastifyInstance): void {
  app.jobs.register('accounting.beginPeriods', {
    title: '帳期開始',
    dailyAt: '00:15',
    run: ({ db, clock }) => beginPeriods(db, taipeiDate(clock.now())),
  })
  app.jobs.register('accounting.remarks', {
    title: '異常點數備註',
    dailyAt: '03:10',
    run: ({ db, clock, signal }) => refreshOpenMonths(db, taipeiDate(clock.now()), signal),
  })
}
