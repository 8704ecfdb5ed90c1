// What others may use of the settings of prices: nobody outside imports another file of this area.

export type { SettingKind } from './approvedSetting.ts'
export { getActiveCompany } from './owner.ts'
export { byDate } from './settingPeriod.ts'
export { registerApprovedSetting } from './successor.ts'
