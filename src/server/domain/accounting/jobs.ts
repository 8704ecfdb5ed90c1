import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../../../rules/dates.ts'
import { beginPeriods } from './statement/beginPeriods.ts'

/** The nightly work of accounting. */
export function registerAccountingJobs(app: FastifyInstance): void {
  app.jobs.register('accounting.beginPeriods', {
    title: '帳期開始',
    dailyAt: '00:15',
    run: ({ db, clock }) => beginPeriods(db, taipeiDate(clock.now())),
  })
}
