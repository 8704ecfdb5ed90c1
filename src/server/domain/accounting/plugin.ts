import type { FastifyInstance } from 'fastify'
import { registerAccountingJobs } from './jobs.ts'
import { aberrantPointRemarkHooks } from './remark/remarkHooks.ts'
import { bankPeriodHooks, monthlyPeriodHooks, paygPeriodHooks } from './statement/periodHooks.ts'

/** Accounting: closed periods, statements, invoices and payments (domain 4.11, 7). */
export function accountingArea(app: FastifyInstance): void {
  app.records.register('monthlyPeriod', monthlyPeriodHooks)
  app.records.register('paygPeriod', paygPeriodHooks)
  app.records.register('bankPeriod', bankPeriodHooks)
  app.records.register('aberrantPointRemark', aberrantPointRemarkHooks)
  registerAccountingJobs(app)
}
