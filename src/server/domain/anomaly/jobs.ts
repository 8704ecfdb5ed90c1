import type { FastifyInstance } from 'fastify'
import { evaluateOutbox } from './evaluate.ts'
import { runNightlyRules } from './nightly.ts'
import { evaluateJob } from './outbox.ts'
import type { WarningServices } from './warnings.ts'

/** The rules that run after commit, and those that run at night (domain 9). */
export function registerAnomalyJobs(app: FastifyInstance, services: WarningServices): void {
  app.jobs.register(evaluateJob, {
    title: '異常警示檢查',
    everyMinutes: 1,
    quiet: true,
    // Runs every second under load; only runs that found something are written to 系統活動紀錄.
    run: async (context) => {
      const done = await evaluateOutbox(services, context)
      return done !== null && done.warnings > 0 ? done : null
    },
  })
  app.jobs.register('anomaly.nightly', {
    title: '異常警示每日檢查',
    dailyAt: '03:00',
    run: (context) => runNightlyRules(services, context),
  })
}
