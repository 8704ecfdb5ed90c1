// What others may use of the settings of prices: nobody outside imports another file of this area.

export type { SettingKind } from './approvedSetting.ts'
export { discountedFee, yearlyDiscountOf } from './discount.ts'
export { getActiveCompany } from './owner.ts'
export { saleAmounts } from './saleAmounts.ts'
export { byDate } from './settingPeriod.ts'
export { registerApprovedSetting } from './successor.ts'
export { type DiscountTier, numberedTiers, tierRate, tierReached } from './tiers.ts'
