import { sql } from 'kysely'
import { couponStatus, exchangeStatus, userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { ledger } from '../points/public.ts'
import { exchangeTexts } from './exchangeRules.ts'
import { refundPoints } from './refund.ts'

/**
 * Takes a whole order back: its coupons become void, the points of those that were not void already return (domain 3.4, 4.16).
 *
 * @param lineId any line of the order
 * @throws M08 unknown, M09 cancelled before, 409 when a coupon was used
 */
export function cancelOrder(db: Database, lineId: number, actor: Actor, now: Date): Promise<void> {
  return ledger.run(db, (trx) => cancelOrderIn(trx, lineId, actor, now))
}

/** {@link cancelOrder} in a transaction that is open already (demo data). */
export async function cancelOrderIn(trx: Trx, lineId: number, actor: Actor, now: Date): Promise<void> {
  const line = await trx.selectFrom('exchangeLine').select('orderId').where('id', '=', lineId).executeTakeFirst()
  if (!line) throw apiError('M08')
  const coupons = await lockCoupons(trx, line.orderId)
  const order = await trx
    .selectFrom('exchangeOrder')
    .select(['id', 'orderNo', 'status'])
    .where('id', '=', line.orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (order.status !== exchangeStatus.done) throw apiError('M09')
  if (coupons.some((coupon) => coupon.status === couponStatus.used)) throw textError(409, exchangeTexts.used)
  const open = coupons.filter((coupon) => coupon.status === couponStatus.issued)
  if (open.length === 0) throw apiError('M09')
  const points = open.reduce((sum, coupon) => sum + (coupon.points ?? 0), 0)
  await voidCoupons(
    trx,
    open.map((coupon) => coupon.id),
    actor.userName,
    now,
  )
  await refundPoints(trx, { orderId: order.id, points, reason: 'all', refundedBy: actor.userName, now })
  await trx
    .updateTable('exchangeOrder')
    .set({ status: exchangeStatus.cancelled, cancelledBy: actor.userName, cancelledAt: now })
    .where('id', '=', order.id)
    .execute()
  await writeUserAction(trx, {
    ...{ actor, userActionType: userActionType.other, action: `取消兌換訂單 ${order.orderNo}`, entity: 'exchangeLine', entityId: lineId },
    ...{ before: { status: exchangeStatus.done }, after: { status: exchangeStatus.cancelled, points, coupons: open.length } },
  })
}

/** Locks coupons before their order, like the code that takes back a single coupon. */
function lockCoupons(trx: Trx, orderId: number) {
  return trx
    .selectFrom('coupon')
    .select(['id', 'status', 'points'])
    .where('lineId', 'in', (each) => each.selectFrom('exchangeLine').select('id').where('orderId', '=', orderId))
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function voidCoupons(trx: Trx, ids: readonly number[], by: string, now: Date): Promise<void> {
  await sql`
    update coupon set status = ${couponStatus.void}, voided_at = ${now}, void_reason = '取消訂單', refunded_at = ${now},
      row_version = row_version + 1, updated_by = ${by}, updated_at = ${now}
    where id = any (${[...ids]}::bigint[])`.execute(trx)
}
