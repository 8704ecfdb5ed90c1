// What others may use of the campaigns: nobody outside imports another file of this area.

export { ActivityEngine } from './engine.ts'
export type { Activity, ActivitySale } from './sale/activity.ts'
export { expectedPoints, judgeSale, platformCompanyNo } from './sale/judge.ts'
export { type KnownMember, mightApply } from './sale/mightApply.ts'
export { type ActivityInJson, activityOfJson, readOthers, stranger } from './sale/readActivities.ts'
export { type CodeOutcome, lookAt, SaleActivities, type SaleVerdicts } from './sale/saleActivities.ts'
export { giftRule } from './sale/welcome.ts'
export { recordActivityEvent } from './setting/activityEvents.ts'
export { verifyActivities } from './verify/verifyActivities.ts'
