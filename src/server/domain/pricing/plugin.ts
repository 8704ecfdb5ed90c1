import type { FastifyInstance } from 'fastify'
import type { RecordHooks } from '../../records/hooks.ts'
import type { SettingKind, SettingName } from './approvedSetting.ts'
import { companyDiscount } from './companyDiscount.ts'
import { payerExtraRatio } from './extraRatio.ts'
import { pointExchange } from './pointExchange.ts'
import { rewardPoint } from './rewardPoint.ts'
import { registerApprovedSetting } from './successor.ts'
import { trialRoutes } from './trialRoutes.ts'
import { yearlyDiscount } from './yearlyDiscount.ts'

/** 折扣級距 of a company: shows months and years in one column, each in its own form. */
const tierListHooks: RecordHooks<'companyDiscountTier'> = {
  present: (_context, { startPeriod, endPeriod, ...rest }) => ({
    ...rest,
    startPeriod: periodText(startPeriod),
    endPeriod: periodText(endPeriod),
  }),
}

/** `2025年` for a year, `2025年01月` for a month. */
function periodText(period: string | null): string | null {
  if (period === null) return null
  return period.length === 4 ? `${period}年` : `${period.slice(0, 4)}年${period.slice(4)}月`
}

/** Registers the settings with approval and a period: rewards, conversions, discounts, extra points of cards. */
export function pricingArea(app: FastifyInstance): void {
  const register = <Name extends SettingName>(screen: string, kind: SettingKind<Name>) =>
    registerApprovedSetting(app, kind, { api: `/api/company/${screen}`, resource: `company.${screen}` })
  register('reward_point', rewardPoint)
  register('point_exchange', pointExchange)
  register('company_discount', companyDiscount)
  register('yearly_discount', yearlyDiscount)
  register('pay_as_you_go_payer_extra_ratio', payerExtraRatio)
  app.records.register('companyDiscountTier', tierListHooks)
  trialRoutes(app)
}
