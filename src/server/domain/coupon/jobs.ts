import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { couponBatchStatus, couponStatus, logCategory, logLevel } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Rows of one transaction: a night with many ends of use must not hold all their locks at once. */
const batchSize = 2000

/** Ends coupons past their last day of use (domain 3.4); safe to repeat. */
export async function expireCoupons(db: Executor, now: Date): Promise<{ expired: number }> {
  let expired = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      update coupon set status = ${couponStatus.expired}, row_version = row_version + 1, updated_by = '系統', updated_at = ${now}
      where id in (
        select id from coupon where status = ${couponStatus.issued} and expire_date < ${taipeiDate(now)}
        order by id limit ${batchSize} for update skip locked
      ) and status = ${couponStatus.issued}`.execute(db)
    expired += Number(numAffectedRows)
    if (Number(numAffectedRows) < batchSize) return { expired }
  }
}

export interface LowStock {
  readonly couponBatchNo: string
  readonly couponName: string
  readonly unissued: number
  readonly safetyStock: number
}

/** Products on sale with fewer coupons left than their 安全存量. */
export async function findLowStock(db: Executor): Promise<readonly LowStock[]> {
  const { rows } = await sql<LowStock>`
    select coupon_batch_no, coupon_name, unissued, safety_stock from coupon_batch_view
    where status = ${couponBatchStatus.onSale} and is_low_stock order by coupon_batch_no`.execute(db)
  return rows
}

export function registerCouponJobs(app: FastifyInstance): void {
  app.jobs.register('coupon.expire', {
    title: '票券逾期',
    dailyAt: '00:10',
    run: ({ db, clock }) => expireCoupons(db, clock.now()),
  })
  app.jobs.register('coupon.lowStock', {
    title: '票券安全存量提醒',
    dailyAt: '08:30',
    async run({ db }) {
      const low = await findLowStock(db)
      for (const { couponBatchNo, couponName, unissued, safetyStock } of low) {
        app.activity.write({
          ...{ category: logCategory.system, level: logLevel.warning },
          message: `票券 ${couponName}（${couponBatchNo}）未發放 ${unissued} 張，低於安全存量 ${safetyStock} 張`,
        })
      }
      return { low: low.length }
    },
  })
}
