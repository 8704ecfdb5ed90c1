import type { FastifyInstance } from 'fastify'
import { activityExceptionHooks } from './activityExceptionHooks.ts'
import { AnomalyInspector } from './inspector.ts'
import { registerAnomalyJobs } from './jobs.ts'
import { anomalyRoutes } from './routes.ts'
import { RuleCache } from './ruleCache.ts'
import { createWarningRuleHooks } from './warningRuleHooks.ts'
import { warningTransactionHooks } from './warningTransactionHooks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    anomaly: AnomalyInspector
  }
}

/** Anomaly rules: what they say about postings, what people do about their hits. */
export function anomalyArea(app: FastifyInstance): void {
  const rules = new RuleCache(app.clock)
  app.decorate('anomaly', new AnomalyInspector(rules, app.clock))
  app.records.register(
    'warningRule',
    createWarningRuleHooks(() => rules.forget()),
  )
  app.records.register('warningTransaction', warningTransactionHooks)
  app.records.register('activityException', activityExceptionHooks)
  registerAnomalyJobs(app, { records: app.records, enqueueMail: app.mail.enqueue })
  anomalyRoutes(app)
}
