import { type CouponValidRule, couponValidRule } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'

/** An expired coupon may live on once, this long at most. */
const extensionDaysMax = 90

export const couponTexts = {
  validTo: '使用期限必須晚於兌換迄日。',
  exchangeEndEarlier: '兌換迄時間只能延後。',
  onSaleFields: '上架後僅可修改排序、圖片、說明、兌換迄與上限。',
  foreignStore: '使用門市須屬於承兌特約商。',
  numberCount: '序號數量與張數不符。',
  supplierContract: '承兌特約商合約未生效。',
  margin: '核銷價高於兌換點數價值，確定要核准嗎？',
  tooManyNumbers: (left: number) => `匯入的序號超過張數，最多還可匯入 ${left} 組。`,
  wrongNumber: (line: number) => `第 ${line} 列：序號格式錯誤（8 至 16 個英數字）`,
  repeatedNumber: (line: number) => `第 ${line} 列：序號重複`,
  notSupplier: '只有供應商匯入的批次可以匯入序號。',
  extension: `展延日期須晚於今日，且不可超過 ${extensionDaysMax} 天。`,
  extendedBefore: '此票券已展延過，不可再次展延。',
} as const

/** The fields of a batch on sale that may still change. */
export const fieldsOnSale: ReadonlySet<string> = new Set([
  'couponName',
  'displayOrder',
  'usageNote',
  'terms',
  'image',
  'exchangeEnd',
  'perOrderLimit',
  'perCorporateMonthly',
  'safetyStock',
])

export interface BatchFacts {
  readonly exchangeEnd: string
  readonly validRule: CouponValidRule
  readonly validTo: string | null
}

/** Problems of a batch across its fields, by field. */
export function batchProblems({ exchangeEnd, validRule, validTo }: BatchFacts): Readonly<Record<string, string>> {
  const isLate = validRule === couponValidRule.fixedDate && validTo !== null && validTo <= taipeiDate(new Date(exchangeEnd))
  return isLate ? { validTo: couponTexts.validTo } : {}
}

/** Last day of use of a coupon given out at `issuedAt`, YYYY-MM-DD. */
export function expireDateOf(
  batch: { validRule: CouponValidRule; validTo: string | null; validDays: number | null },
  issuedAt: Date,
): string {
  if (batch.validRule === couponValidRule.fixedDate && batch.validTo !== null) return batch.validTo
  return addDays(taipeiDate(issuedAt), batch.validDays ?? 0)
}

/** True when redeeming a coupon costs more than the points it takes are worth. */
export function isLossy(settlePrice: number, pointsPerCoupon: number, parValue: number): boolean {
  // In ten-thousandths of NT$: both prices have four decimals, and rounding errors of floats must not decide.
  return Math.round(settlePrice * 10_000) > pointsPerCoupon * Math.round(parValue * 10_000)
}

/** @throws never; whether an expired coupon may be used until `expireDate` again */
export function extensionProblem(coupon: { isExtended: boolean }, expireDate: string, today: string): string | null {
  if (coupon.isExtended) return couponTexts.extendedBefore
  return expireDate <= today || expireDate > addDays(today, extensionDaysMax) ? couponTexts.extension : null
}
