import { couponStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { CouponTransitions } from '../../entities.generated.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { extensionProblem } from '../coupon/public.ts'
import { type MailServices, mailCoupons } from './orderMail.ts'
import { refundPoints } from './refund.ts'

/** What the records engine does besides for single coupons (domain 3.4, 4.14). Use and its cancel pass their columns as they are. */
export function createCouponHooks(services: MailServices): RecordHooks<'coupon'> {
  return {
    extraInput: ['used'],
    // 顯示完整資料 asks for a reason.
    keepsMasks: true,
    transitions: {
      resend: async ({ trx }, coupon) => {
        await mailCoupons(trx, services, { couponIds: [coupon.id] })
        return undefined
      },
      void: voidCoupon,
      extend,
      use: ({ extra }) => extra.used as CouponChanges,
      cancelUse: () => ({ usedAt: null, usedRetailStoreNo: null, usedPlatformNo: null, usedExternalTxnNo: null }),
    },
  }
}

type Coupon = RecordOf<'coupon'>
type CouponChanges = ChangesOf<'coupon'>

async function voidCoupon(context: HookContext, coupon: Coupon, input: CouponTransitions['void']): Promise<CouponChanges> {
  const { trx, actor, now } = context
  const voided = { voidedAt: now.toISOString(), voidReason: input.reason }
  if (coupon.status !== couponStatus.issued || input.refund !== true) return voided
  const { orderId } = await trx
    .selectFrom('exchangeLine')
    .innerJoin('coupon', 'coupon.lineId', 'exchangeLine.id')
    .select('exchangeLine.orderId')
    .where('coupon.id', '=', coupon.id)
    .executeTakeFirstOrThrow()
  await refundPoints(trx, { orderId, points: coupon.points ?? 0, reason: String(coupon.id), refundedBy: actor.userName, now })
  return { ...voided, refundedAt: now.toISOString() }
}

function extend({ now }: HookContext, coupon: Coupon, input: CouponTransitions['extend']): CouponChanges {
  const problem = extensionProblem({ isExtended: coupon.extendedAt !== null }, input.expireDate, taipeiDate(now))
  if (problem !== null) throw fieldsError({ expireDate: problem })
  return { extendedAt: now.toISOString() }
}
