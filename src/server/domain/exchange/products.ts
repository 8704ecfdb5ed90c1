import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Offer } from '../../../answers/exchange.ts'
import { type CouponValidRule, couponBatchStatus, couponStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { Product } from './exchangeRules.ts'

const productColumns = [
  ...(['couponBatchNo', 'couponName', 'faceValue', 'pointsPerCoupon', 'exchangeStart', 'exchangeEnd'] as const),
  ...(['perOrderLimit', 'perCorporateMonthly', 'channels', 'status', 'validRule', 'validTo', 'validDays'] as const),
] as const

/**
 * Products by number, in whatever state.
 *
 * @param lock `locked` keeps them as they are until the transaction ends, without keeping other orders out
 */
export async function findProducts(
  db: Executor,
  couponBatchNos: readonly string[],
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<ReadonlyMap<string, Product>> {
  if (couponBatchNos.length === 0) return new Map()
  const query = db
    .selectFrom('couponBatch')
    .select([...productColumns])
    .where('couponBatchNo', 'in', [...couponBatchNos])
    .orderBy('couponBatchNo')
  const rows = await (lock === 'locked' ? query.forShare() : query).execute()
  return new Map(rows.map((row) => [row.couponBatchNo, row]))
}

/** A product as the portal shows it; labels and words are added then. */
export interface OfferedCoupon extends Omit<Static<typeof Offer>, 'couponTypeName' | 'validText' | 'imageUrl' | 'picture'> {
  readonly rowVersion: number
  readonly validRule: CouponValidRule
  readonly validTo: string | null
  readonly validDays: number | null
}

/** What is offered on a channel now, in the order of the shop window; products without stock are told too, so that they can be greyed. */
export async function readOffers(db: Executor, channel: string, now: Date): Promise<readonly OfferedCoupon[]> {
  const { rows } = await sql<Omit<OfferedCoupon, 'stockState'> & { safetyStock: number; freeStock: number }>`
    select b.coupon_batch_no, b.coupon_name, b.coupon_type, c.company_short_name as supplier_name, b.face_value, b.points_per_coupon,
      b.usage_note, b.terms, b.exchange_end, b.valid_rule, b.valid_to, b.valid_days, b.per_order_limit, b.per_corporate_monthly, b.safety_stock,
      b.row_version,
      least(b.per_order_limit, s.count) as stock, s.count as free_stock
    from coupon_batch b
    join company c on c.company_no = b.supplier_company_no
    cross join lateral (
      select count(*)::int as count from (
        select from coupon u where u.coupon_batch_no = b.coupon_batch_no
          and u.status = ${sql.lit(couponStatus.unissued)} limit greatest(b.per_order_limit, b.safety_stock)
      ) free
    ) s
    where b.status = ${couponBatchStatus.onSale} and b.exchange_start <= ${now} and b.exchange_end >= ${now} and b.channels ? ${channel}
    order by b.display_order, b.coupon_batch_no`.execute(db)
  return rows.map(({ safetyStock, freeStock, ...row }) => ({
    ...row,
    stockState: freeStock === 0 ? 'none' : freeStock < safetyStock ? 'low' : 'plenty',
  }))
}
