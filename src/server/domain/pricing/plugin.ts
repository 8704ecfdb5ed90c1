import type { FastifyInstance } from 'fastify'
import type { RecordHooks } from '../../records/hooks.ts'
import type { SettingKind } from './approvedSetting.ts'
import { companyDiscount } from './companyDiscount.ts'
import { payerExtraRatio } from './extraRatio.ts'
import { pointExchange } from './pointExchange.ts'
import { rewardPoint } from './rewardPoint.ts'
import { registerApprovedSetting } from './successor.ts'
import { trialRoutes } from './trialRoutes.ts'
import { yearlyDiscount } from './yearlyDiscount.ts'

/** Screens of `_company` to the kind of setting they show. */
const settings: Readonly<Record<string, SettingKind>> = {
  reward_point: rewardPoint,
  point_exchange: pointExchange,
  company_discount: companyDiscount,
  yearly_discount: yearlyDiscount,
  pay_as_you_go_payer_extra_ratio: payerExtraRatio,
}

/** 折扣級距 of a company: months and years in one column, each in its own words. */
const tierListHooks: RecordHooks = {
  present: (_context, { startPeriod, endPeriod, ...rest }) => ({
    ...rest,
    startPeriod: periodText(startPeriod),
    endPeriod: periodText(endPeriod),
  }),
}

/** `2025年` of a year, `2025年01月` of a month. */
function periodText(period: unknown): unknown {
  if (typeof period !== 'string') return period
  return period.length === 4 ? `${period}年` : `${period.slice(0, 4)}年${period.slice(4)}月`
}

/** Settings that a second person approves and that hold for a time: rewards, conversions, discounts, extra points of cards. */
export function pricingArea(app: FastifyInstance): void {
  for (const [screen, kind] of Object.entries(settings)) {
    registerApprovedSetting(app, kind, { api: `/api/company/${screen}`, resource: `company.${screen}` })
  }
  app.records.register('companyDiscountTier', tierListHooks)
  trialRoutes(app)
}
