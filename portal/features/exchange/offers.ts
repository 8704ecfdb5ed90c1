import type { OfferedCoupon } from '../../../src/answers/exchange.ts'
import type { MissingField } from '../../shared/form/MissingFields.tsx'
import { readTyped } from '../../shared/form/typedText.ts'

/** A coupon product on offer. */
export interface Offer extends OfferedCoupon {
  /** How many the signed-in member may still exchange this month. */
  readonly monthlyRest?: number
}

/** Shown instead of points that are unknown yet. */
export const unknownPoints = '－'

/** Quantities by product number. */
export type Quantities = Readonly<Record<string, number>>

/** The calculation summary. */
export interface Calculation {
  readonly lines: readonly { readonly offer: Offer; readonly quantity: number; readonly points: number }[]
  readonly couponCount: number
  /** Coupons of an earlier visit that are not on offer now, and are not counted. */
  readonly goneCount: number
  readonly usedPoints: number
  /** Negative when the chosen coupons cost more than the available points. */
  readonly leftPoints: number
}

/**
 * Computes the summary. Products that are no longer on offer count as not chosen; how many they were is told.
 *
 * @param totalPoints null while unknown; then points are never short
 */
export function calculate(offers: readonly Offer[], quantities: Quantities, totalPoints: number | null): Calculation {
  const lines = offers.flatMap((offer) => {
    const quantity = quantities[offer.couponBatchNo] ?? 0
    return quantity > 0 ? [{ offer, quantity, points: quantity * offer.pointsPerCoupon }] : []
  })
  const usedPoints = lines.reduce((sum, line) => sum + line.points, 0)
  const couponCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const chosenCount = Object.values(quantities).reduce((sum, quantity) => sum + quantity, 0)
  const leftPoints = totalPoints === null ? 0 : totalPoints - usedPoints
  return { lines, couponCount, goneCount: chosenCount - couponCount, usedPoints, leftPoints }
}

/** Changes one quantity, and forgets what is not on offer any more: whoever chooses anew has seen that it is gone. */
export function changeQuantity(offers: readonly Offer[], quantities: Quantities, changed: Quantities): Quantities {
  const offered = offers.map(({ couponBatchNo }) => [couponBatchNo, quantities[couponBatchNo] ?? 0] as const)
  return { ...Object.fromEntries(offered), ...changed }
}

/** Limits the stock of products to what one member may still exchange this month. */
export function withMonthlyLimits(
  offers: readonly Offer[],
  monthly: readonly { readonly couponBatchNo: string; readonly exchanged: number }[],
): readonly Offer[] {
  const exchanged = new Map(monthly.map((row) => [row.couponBatchNo, row.exchanged]))
  return offers.map((offer) => {
    const rest = Math.max(0, offer.perCorporateMonthly - (exchanged.get(offer.couponBatchNo) ?? 0))
    return { ...offer, monthlyRest: rest }
  })
}

/** Problem of a quantity; null when it is available. */
function overLimit({ stock, perOrderLimit, monthlyRest }: Offer, quantity: number): string | null {
  if (quantity > perOrderLimit) return '超過每單兌換上限。'
  if (monthlyRest !== undefined && quantity > monthlyRest) return '超過企業每月兌換上限。'
  return quantity > stock ? `僅剩 ${stock} 張` : null
}

/** State of a coupon row. */
export interface OfferState {
  /** True when none can be chosen: no stock, or not enough points for one. */
  readonly isGreyed: boolean
  readonly canAdd: boolean
  readonly canRemove: boolean
  /** Why the quantity cannot be raised; null when it can. */
  readonly note: string | null
}

/** @param leftPoints null while unknown (no serial was entered yet) */
export function stateOf(offer: Offer, quantity: number, leftPoints: number | null): OfferState {
  const limit = limitOf(offer, quantity, leftPoints ?? Number.POSITIVE_INFINITY)
  const note = limit ?? (leftPoints === null ? '請先輸入序號' : null)
  const isGreyed = quantity === 0 && limit !== null
  return { isGreyed, canAdd: note === null, canRemove: quantity > 0, note: note ?? (offer.stockState === 'low' ? '即將兌完' : null) }
}

function limitOf({ stock, perOrderLimit, monthlyRest, pointsPerCoupon }: Offer, quantity: number, leftPoints: number): string | null {
  if (stock === 0) return '已兌完'
  if (monthlyRest !== undefined && quantity >= monthlyRest) return '已達本月兌換上限'
  if (quantity >= perOrderLimit) return `每單最多 ${perOrderLimit} 張`
  if (quantity >= stock) return `僅剩 ${stock} 張`
  return leftPoints < pointsPerCoupon ? '點數不足' : null
}

/** Limits a typed quantity: an integer from 0 to what one order may have. Chinese input methods type full-width digits. */
export function clampQuantity({ stock, perOrderLimit, monthlyRest = perOrderLimit }: Offer, typed: string): number {
  const wanted = Number.parseInt(readTyped(typed, { isHalfWidth: true }), 10)
  return Number.isNaN(wanted) ? 0 : Math.max(0, Math.min(wanted, stock, perOrderLimit, monthlyRest))
}

/** Id of the heading above the products, to which links of missing input lead. */
export const offersTitleId = 'offers-title'

/** What prevents the chosen products from being sent. Limits come before points, because a smaller quantity solves both. */
export function offerProblems({ lines, usedPoints, leftPoints }: Calculation): readonly MissingField[] {
  const over = lines.flatMap(({ offer, quantity }) => {
    const text = overLimit(offer, quantity)
    return text === null ? [] : [{ text: `${offer.couponName}（${text}）`, fieldId: offersTitleId }]
  })
  if (over.length > 0) return over
  if (usedPoints === 0) return [{ text: '選擇票券', fieldId: offersTitleId }]
  return leftPoints < 0 ? [{ text: '點數不足', fieldId: offersTitleId }] : []
}
