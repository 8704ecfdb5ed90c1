import type { FastifyInstance } from 'fastify'
import { createBatchHooks } from './batchHooks.ts'
import { deriveCouponKeys } from './couponNumbers.ts'
import { registerCouponDictionaries } from './dictionaries.ts'
import { registerCouponJobs } from './jobs.ts'
import { registerPartnerCalls } from './partnerCalls.ts'
import { couponRoutes } from './routes.ts'

/** Coupon products and their coupons. */
export function couponArea(app: FastifyInstance): void {
  const keys = deriveCouponKeys(app.secrets)
  app.records.register('couponBatch', createBatchHooks(keys))
  registerCouponDictionaries(app)
  couponRoutes(app, keys)
  registerPartnerCalls(app, keys)
  registerCouponJobs(app)
}
