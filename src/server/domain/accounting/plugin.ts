import type { FastifyInstance } from 'fastify'
import { paygInvoiceHooks, pointInvoiceHooks } from './invoice/documentHooks.ts'
import { trackDictionaries } from './invoice/trackDictionaries.ts'
import { invoiceTrackHooks } from './invoice/trackHooks.ts'
import { registerAccountingJobs } from './jobs.ts'
import { aberrantPointRemarkHooks } from './remark/remarkHooks.ts'
import { bankPeriodHooks, monthlyPeriodHooks, paygPeriodHooks } from './statement/periodHooks.ts'
import { statementHooks } from './statement/statementHooks.ts'

/** Accounting: closed periods, statements, invoices and payments (domain 4.11, 7). */
export function accountingArea(app: FastifyInstance): void {
  app.records.register('monthlyPeriod', monthlyPeriodHooks)
  app.records.register('paygPeriod', paygPeriodHooks)
  app.records.register('bankPeriod', bankPeriodHooks)
  app.records.register('aberrantPointRemark', aberrantPointRemarkHooks)
  app.records.register('statement', statementHooks)
  app.records.register('pointInvoice', pointInvoiceHooks)
  app.records.register('paygInvoice', paygInvoiceHooks)
  app.records.register('invoiceTrack', invoiceTrackHooks)
  trackDictionaries(app)
  registerAccountingJobs(app)
}
