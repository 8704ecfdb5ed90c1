// The public face of the price settings: other areas import no other file of this area.

export type { SettingKind } from './approvedSetting.ts'
export { discountedFee, yearlyDiscountOf } from './discount.ts'
export { getActiveCompany } from './owner.ts'
export { saleAmounts } from './saleAmounts.ts'
export { byDate } from './settingPeriod.ts'
export { registerApprovedSetting } from './successor.ts'
export { type DiscountTier, numberedTiers, tierRate, tierReached } from './tiers.ts'
