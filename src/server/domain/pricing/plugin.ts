import type { FastifyInstance } from 'fastify'
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

/** Settings that a second person approves and that hold for a time: rewards, conversions, discounts, extra points of cards. */
export function pricingArea(app: FastifyInstance): void {
  for (const [screen, kind] of Object.entries(settings)) {
    registerApprovedSetting(app, kind, { api: `/api/company/${screen}`, resource: `company.${screen}` })
  }
  trialRoutes(app)
}
