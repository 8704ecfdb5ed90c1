import type { FastifyInstance } from 'fastify'
import { bankFileRoutes } from './bankFile/bankFileRoutes.ts'
import { registerEinvoiceJob } from './einvoice/einvoiceJob.ts'
import { einvoiceRoutes } from './einvoice/einvoiceRoutes.ts'
import { paygInvoiceHooks, pointInvoiceHooks } from './invoice/documentHooks.ts'
import { trackDictionaries } from './invoice/trackDictionaries.ts'
import { invoiceTrackHooks } from './invoice/trackHooks.ts'
import { registerAccountingJobs } from './jobs.ts'
import { pointsLogHooks } from './log/pointsLogHooks.ts'
import { monthRunRoutes } from './monthRun/monthRunRoutes.ts'
import { registerDelivery } from './paper/deliverStatement.ts'
import { paperRoutes } from './paper/paperRoutes.ts'
import { registerReminders } from './paper/remindJob.ts'
import { activityPerformanceHooks } from './performance/activityPerformanceHooks.ts'
import { remainderPointHooks } from './remainder/remainderHooks.ts'
import { registerRemainderJobs } from './remainder/remainderJobs.ts'
import { remainderRoutes } from './remainder/remainderRoutes.ts'
import { aberrantPointRemarkHooks } from './remark/remarkHooks.ts'
import { centerSaleHooks } from './sale/centerSaleHooks.ts'
import { bankPeriodHooks, createPaygPeriodHooks, monthlyPeriodHooks } from './statement/periodHooks.ts'
import { createStatementHooks } from './statement/statementHooks.ts'
import { registerAccountingVerification } from './verify/verifyJob.ts'
import { yearlyAllowanceHooks } from './yearly/allowanceHooks.ts'
import { yearlySettlementHooks } from './yearly/yearlyHooks.ts'

/** Registers accounting: periods, statements, invoices and payments (domain 4.11, 7). */
export function accountingArea(app: FastifyInstance): void {
  const askForDelivery = registerDelivery(app)
  app.records.register('monthlyPeriod', monthlyPeriodHooks)
  app.records.register('paygPeriod', createPaygPeriodHooks(askForDelivery))
  app.records.register('bankPeriod', bankPeriodHooks)
  app.records.register('aberrantPointRemark', aberrantPointRemarkHooks)
  app.records.register('statement', createStatementHooks(askForDelivery))
  bankFileRoutes(app)
  paperRoutes(app)
  registerReminders(app, askForDelivery)
  app.records.register('pointInvoice', pointInvoiceHooks)
  app.records.register('paygInvoice', paygInvoiceHooks)
  app.records.register('centerSale', centerSaleHooks)
  app.records.register('yearlySettlement', yearlySettlementHooks)
  app.records.register('yearlyAllowance', yearlyAllowanceHooks)
  app.records.register('invoiceTrack', invoiceTrackHooks)
  trackDictionaries(app)
  app.records.register('pointsLog', pointsLogHooks)
  app.records.register('remainderPoint', remainderPointHooks)
  app.records.register('activityPerformance', activityPerformanceHooks)
  monthRunRoutes(app)
  remainderRoutes(app)
  registerAccountingJobs(app)
  registerEinvoiceJob(app)
  einvoiceRoutes(app)
  registerRemainderJobs(app)
  registerAccountingVerification(app)
}
