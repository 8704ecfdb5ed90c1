import type { Static } from 'typebox'
import type { Calculation } from '../../../answers/exchange.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { CalculateBody } from './bodies.ts'
import { exchangeTexts, isOffered, priceOf, sumByProduct } from './exchangeRules.ts'
import { findProducts, readOffers } from './products.ts'

/** The present price of a choice of coupons. Nothing is reserved: the order decides. */
export async function calculate(
  db: Executor,
  { channel, items, totalPoints }: CalculateBody,
  now: Date,
): Promise<Static<typeof Calculation>> {
  const sums = sumByProduct(items)
  const products = await findProducts(db, [...sums.keys()])
  const offers = new Map((await readOffers(db, channel, now)).map((offer) => [offer.couponBatchNo, offer]))
  const problems: string[] = []
  for (const [couponBatchNo, quantity] of sums) {
    const product = products.get(couponBatchNo)
    if (!product) problems.push(exchangeTexts.unknown)
    else if (!isOffered(product, channel, now)) problems.push(exchangeTexts.unavailable(product.couponName))
    else if (quantity > product.perOrderLimit) problems.push(exchangeTexts.perOrder)
    else if (quantity > (offers.get(couponBatchNo)?.stock ?? 0)) problems.push(exchangeTexts.stock(product.couponName))
  }
  const known = items.filter((item) => products.has(item.couponBatchNo))
  const { quantity, points, faceAmount } = priceOf(products, known)
  const leftPoints = totalPoints === undefined ? null : totalPoints - points
  if (leftPoints !== null && leftPoints < 0) problems.push(exchangeTexts.points)
  return { quantity, usedPoints: points, leftPoints, faceAmount, problems: [...new Set(problems)] }
}
