import { type CouponBatchStatus, type CouponValidRule, couponBatchStatus, type ExchangeChannel } from '../../../rules/codes.generated.ts'

export const exchangeTexts = {
  stock: (couponName: string) => `${couponName} 庫存不足，請重新選擇。`,
  unavailable: (couponName: string) => `${couponName} 目前無法兌換，請重新選擇。`,
  unknown: '查無此票券，請重新選擇。',
  points: '點數不足。',
  perOrder: '超過每單兌換上限。',
  monthly: '超過企業每月兌換上限。',
  otherContent: '此訂單先前已送出，內容與現在不同，請重新查詢確認。',
  used: '已有票券使用，無法取消。',
  accountEnded: (corporateNo: string) =>
    `企業會員 ${corporateNo} 已終止，點數無法退回其帳戶。要讓票券失效，請至「票券查詢」作廢並取消勾選「退還點數」。`,
} as const

/** A coupon product as an order needs it. */
export interface Product {
  readonly couponBatchNo: string
  readonly couponName: string
  readonly faceValue: number
  readonly pointsPerCoupon: number
  readonly exchangeStart: Date
  readonly exchangeEnd: Date
  readonly perOrderLimit: number
  readonly perCorporateMonthly: number
  readonly channels: readonly ExchangeChannel[]
  readonly status: CouponBatchStatus
  readonly validRule: CouponValidRule
  readonly validTo: string | null
  readonly validDays: number | null
}

/** True when the product is offered on the channel now; stock is another matter. */
export function isOffered(
  product: Pick<Product, 'status' | 'exchangeStart' | 'exchangeEnd' | 'channels'>,
  channel: ExchangeChannel,
  now: Date,
): boolean {
  const { status, exchangeStart, exchangeEnd, channels } = product
  return status === couponBatchStatus.onSale && exchangeStart <= now && now <= exchangeEnd && channels.includes(channel)
}

export interface WantedItem {
  readonly couponBatchNo: string
  readonly quantity: number
}

/** Quantities of the same product added up, in the order of the product numbers: everybody locks in this order. */
export function sumByProduct(items: readonly WantedItem[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { couponBatchNo, quantity } of items) sums.set(couponBatchNo, (sums.get(couponBatchNo) ?? 0) + quantity)
  return new Map([...sums].sort(([first], [second]) => (first < second ? -1 : 1)))
}

/**
 * What a choice of products costs.
 *
 * @throws RangeError when a product is not among `products`
 */
export function priceOf(products: ReadonlyMap<string, Pick<Product, 'pointsPerCoupon' | 'faceValue'>>, items: readonly WantedItem[]) {
  const total = { quantity: 0, points: 0, faceAmount: 0 }
  for (const { couponBatchNo, quantity } of items) {
    const product = products.get(couponBatchNo)
    if (!product) throw new RangeError(`no product ${couponBatchNo}`)
    total.quantity += quantity
    total.points += quantity * product.pointsPerCoupon
    total.faceAmount += quantity * product.faceValue
  }
  if (!Number.isSafeInteger(total.points)) throw new RangeError('more points than a number can hold')
  return total
}
