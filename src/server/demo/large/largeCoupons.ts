import { sql } from 'kysely'
import { couponBatchStatus, couponSource } from '../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import type { CouponKeys } from '../../domain/coupon/public.ts'
import { importNumbers, makeCoupons } from '../../domain/coupon/public.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { Random } from '../random.ts'

/** Copies coupon products of the small set, with coupon numbers as the suppliers would have given them. @returns batch numbers */
export async function seedManyCoupons(
  trx: Trx,
  keys: CouponKeys,
  { random, asOf, batches, coupons }: { random: Random; asOf: string; batches: number; coupons: number },
): Promise<readonly string[]> {
  const couponBatchNos: string[] = []
  let given = 0
  const months = new Map<string, number>()
  for (let index = 0; index < batches; index += 1) {
    // The last three months belong to the small set.
    const date = addDays(asOf, -100 - Math.floor(((batches - index) * 300) / batches))
    const month = date.slice(0, 7).replace('-', '')
    months.set(month, (months.get(month) ?? 0) + 1)
    const couponBatchNo = `CB${month}${String(months.get(month)).padStart(4, '0')}`
    const count = Math.floor(((index + 1) * coupons) / batches) - Math.floor((index * coupons) / batches)
    const now = new Date(startOfTaipeiDate(date).getTime() + 11 * 3_600_000)
    await copyProduct(trx, { couponBatchNo, index, count, now, points: random.integer(5, 60) * 10 })
    const first = given
    const text = Array.from({ length: count }, (_, place) => supplierNo(random, first + place)).join('\n')
    given += count
    couponBatchNos.push(couponBatchNo)
    await importNumbers(trx, keys, { couponBatchNo, text, left: count, importedBy: 'ops01', now })
    await makeCoupons(trx, keys, { couponBatchNo, source: couponSource.supplier, count, madeBy: 'ops02', now })
  }
  return couponBatchNos
}

const supplierNo = (random: Random, place: number) => `LG${String(place).padStart(7, '0')}${random.integer(100_000, 999_999)}`

interface CopiedProduct {
  readonly couponBatchNo: string
  readonly index: number
  readonly count: number
  readonly points: number
  readonly now: Date
}

async function copyProduct(trx: Trx, { couponBatchNo, index, count, points, now }: CopiedProduct): Promise<void> {
  const values = {
    ...{ coupon_batch_no: couponBatchNo, source: couponSource.supplier, quantity: count, generated_quantity: 0, points_per_coupon: points },
    ...{ display_order: 100 + (index % 900), created_at: now, exchange_start: now, per_order_limit: 99, per_corporate_monthly: 999 },
  }
  await sql`
    insert into coupon_batch select (r).* from (
      select jsonb_populate_record(m, ${JSON.stringify(values)}::jsonb || jsonb_build_object('id', random_id(),
        'coupon_name', m.coupon_name || '（第 ' || ${index + 1}::text || ' 檔）')) as r
      from coupon_batch m where m.status = ${sql.lit(couponBatchStatus.onSale)} and m.coupon_batch_no like 'CB%'
        order by m.created_at desc, m.coupon_batch_no
      offset ${index % 5} limit 1
    ) as copy`.execute(trx)
}
