import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Nothing } from '../../../answers/shapes.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { deriveCouponKeys } from '../coupon/public.ts'
import { accountExchangeRoutes } from './accountRoutes.ts'
import { cancelOrder } from './cancelOrder.ts'
import { createCouponHooks } from './couponHooks.ts'
import { serialExchangeRoutes } from './serialRoutes.ts'
import { usageReportHooks } from './usageReport.ts'

const CancelBody = Type.Object({ rowVersion: Type.Optional(RowVersion) }, { additionalProperties: false })

/** Points for coupons: the portal's calls, and the reports on what was exchanged. */
export function exchangeArea(app: FastifyInstance): void {
  const keys = deriveCouponKeys(app.secrets)
  app.records.register('coupon', createCouponHooks({ keys, enqueueMail: app.mail.enqueue }))
  app.records.register('couponUsage', usageReportHooks)
  serialExchangeRoutes(app, keys)
  accountExchangeRoutes(app, keys)
  typedRoutes(app).post(
    '/api/report/exchange_report/:id/cancel',
    {
      config: { permission: 'report.exchange_report.cancel' },
      schema: { params: IdParams, body: CancelBody, response: { 200: Nothing } },
    },
    async ({ actor, params }, reply) => {
      await cancelOrder(app.db, params.id, actor, app.clock.now())
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
