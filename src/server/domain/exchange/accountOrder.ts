import type { FastifyInstance } from 'fastify'
import { exchangeChannel } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { getActingMember } from '../corporate/public.ts'
import type { CouponKeys } from '../coupon/public.ts'
import { type AccountOrderBody, contentHashOf } from './bodies.ts'
import type { PlacedOrder } from './order.ts'
import { mailCoupons } from './orderMail.ts'
import { payFromAccount } from './payments.ts'
import { placeOrder } from './placeOrder.ts'

/** Exchanges points of the signed-in member's account for coupons. An order that comes again under its key is answered with the first one. */
export async function orderFromAccount(
  app: FastifyInstance,
  keys: CouponKeys,
  { orderKey, recipients }: AccountOrderBody,
  actor: Actor,
): Promise<PlacedOrder> {
  const { db } = app
  const now = app.clock.now()
  const { corporateNo } = await getActingMember(db, actor, now)
  const requestHash = contentHashOf(app.secrets.lookupHash, { orderKey, recipients })
  const name = { channel: exchangeChannel.account, corporateNo, orderKey, requestHash } as const
  const lines = recipients.map(({ couponBatchNo, quantity, ...recipient }) => ({ couponBatchNo, quantity, recipient }))
  const order = { ...name, lines, pay: payFromAccount(corporateNo), orderedBy: actor.userName, now }
  const services = { keys, enqueueMail: app.mail.enqueue }
  return placeOrder(db, order, (trx, placed) => mailCoupons(trx, services, placed))
}
