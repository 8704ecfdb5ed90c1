import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { couponStatus, logCategory, userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { textError } from '../../platform/errors.ts'
import type { CouponKeys } from '../coupon/public.ts'
import { createResendLimit } from '../resendLimit.ts'
import { mailCoupons } from './orderMail.ts'

export interface ResentOrder {
  readonly orderId: number
  readonly orderNo: string
  /** Null: the holder of serials, who has no account. */
  readonly actor: Actor | null
}

/** Mails the coupons of an order that can still be used to their recipients again, to the addresses given at the order. */
export type ResendOrder = (order: ResentOrder) => Promise<{ readonly sent: number }>

/** The caller has made sure that the order is the asker's. @throws 409 when nothing is left to be sent, or after three times in a day */
export function createResend(app: FastifyInstance, keys: CouponKeys): ResendOrder {
  const takeResend = createResendLimit(app.db, 'couponMail', '此訂單')
  return async ({ orderId, orderNo, actor }) => {
    const couponIds = await readIssued(app, orderId)
    if (couponIds.length === 0) throw textError(409, '此訂單已沒有可使用的票券。')
    await takeResend(orderNo, app.clock.now())
    await transact(app.db, async (trx) => {
      await mailCoupons(trx, { keys, enqueueMail: app.mail.enqueue }, { couponIds })
      await writeDown(app, trx, { orderId, orderNo, actor })
    })
    return { sent: couponIds.length }
  }
}

async function readIssued({ db }: Pick<FastifyInstance, 'db'>, orderId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from coupon c join exchange_line l on l.id = c.line_id where l.order_id = ${orderId} and c.status = ${couponStatus.issued}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function writeDown(
  { activity }: Pick<FastifyInstance, 'activity'>,
  trx: Trx,
  { orderId, orderNo, actor }: ResentOrder,
): Promise<void> {
  const action = `重寄票券 訂單 ${orderNo}`
  if (actor === null) {
    await activity.writeWith(trx, { category: logCategory.mail, message: `序號持有人${action}`, detail: { orderNo } })
    return
  }
  await writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'exchangeOrder', entityId: orderId })
}
