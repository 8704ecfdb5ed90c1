// What others may use of coupons: nobody outside imports another file of this area.

export { type CouponKeys, deriveCouponKeys, formatCouponNo, openCouponNo } from './couponNumbers.ts'
export { expireDateOf, extensionProblem } from './couponRules.ts'
export { expireCoupons } from './jobs.ts'
export { importNumbers, makeCoupons } from './makeCoupons.ts'
