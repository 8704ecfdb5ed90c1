import type { FastifyInstance } from 'fastify'
import { couponValidRule } from '../../../rules/codes.generated.ts'
import { systemActor } from '../../platform/actor.ts'
import type { OrderRow, OwnOrder } from './orderView.ts'
import { pictureAddress, storedPictureOf } from './productPictures.ts'
import type { OfferedCoupon } from './products.ts'

type DictionarySource = Pick<FastifyInstance, 'dictionaries' | 'db'>

/** Texts by key. */
type Labels = (dictionary: string) => Promise<ReadonlyMap<string, string>>

function labelsOf({ dictionaries, db }: DictionarySource): Labels {
  return async (dictionary) => {
    const options = (await dictionaries.find(dictionary, { db, actor: systemActor })) ?? []
    return new Map(options.map(({ key, value }) => [key, value]))
  }
}

/** Offers with what people read in place of keys. */
export async function presentOffers(app: DictionarySource & Pick<FastifyInstance, 'pictures'>, offers: readonly OfferedCoupon[]) {
  const types = await labelsOf(app)('CouponType')
  const presented = offers.map(async ({ validRule, validTo, validDays, rowVersion, ...offer }) => {
    const imageUrl = pictureAddress(offer.couponBatchNo)
    const stored = storedPictureOf(app.db, { couponBatchNo: offer.couponBatchNo, rowVersion })
    return {
      ...offer,
      couponTypeName: types.get(offer.couponType) ?? '',
      validText: validRule === couponValidRule.fixedDate && validTo !== null ? `至 ${validTo}` : `發放後 ${validDays ?? 0} 天內使用`,
      imageUrl,
      picture: await app.pictures.describe(stored, imageUrl),
    }
  })
  return Promise.all(presented)
}

export async function presentRows(app: DictionarySource, rows: readonly OrderRow[]) {
  const statuses = await labelsOf(app)('ExchangeStatus')
  return rows.map((row) => ({ ...row, statusName: statuses.get(row.status) ?? '' }))
}

export async function presentOrder(app: DictionarySource, order: OwnOrder, replayed: boolean) {
  const labels = labelsOf(app)
  const [statuses, couponStatuses] = [await labels('ExchangeStatus'), await labels('CouponStatus')]
  const coupons = order.coupons.map((coupon) => ({ ...coupon, statusName: couponStatuses.get(coupon.status) ?? '' }))
  return { ...order, statusName: statuses.get(order.status) ?? '', coupons, replayed }
}
