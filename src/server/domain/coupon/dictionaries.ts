import type { FastifyInstance } from 'fastify'
import { type CouponBatchStatus, userType } from '../../../rules/codes.generated.ts'

/** Options of one look-up at most. */
const optionsMax = 1000

/** CouponBatch: products by number and name; `strArg` is a list of states (`4,8`). Merchants see those they redeem. */
export function registerCouponDictionaries({ dictionaries }: Pick<FastifyInstance, 'dictionaries'>): void {
  dictionaries.register('CouponBatch', async ({ db, actor, strArg }) => {
    if (actor.userType === userType.corporate) return []
    let query = db.selectFrom('couponBatch').select(['couponBatchNo', 'couponName']).orderBy('couponBatchNo', 'desc').limit(optionsMax)
    if (strArg) query = query.where('status', 'in', strArg.split(',') as CouponBatchStatus[])
    if (actor.readableCompanyNos !== null) query = query.where('supplierCompanyNo', 'in', [...actor.readableCompanyNos, ''])
    else if (actor.userType === userType.merchant) return []
    const rows = await query.execute()
    return rows.map(({ couponBatchNo, couponName }) => ({ key: couponBatchNo, value: couponName }))
  })
}
