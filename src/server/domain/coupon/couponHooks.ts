import { taipeiDate } from '../../../rules/dates.ts'
import { refuseFields } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { type MailServices, mailCoupons } from '../exchange/orderMail.ts'
import { refundPoints } from '../exchange/refund.ts'
import { couponStatus, extensionProblem } from './couponRules.ts'
import '../exchange/tables.ts'

/** What the records engine does besides for single coupons (domain 3.4, 4.14). Use and its cancel pass their columns as they are. */
export function createCouponHooks(services: MailServices): RecordHooks {
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
      use: ({ extra }) => extra.used as RecordValues,
      cancelUse: () => ({ usedAt: null, usedRetailStoreNo: null, usedPlatformNo: null, usedExternalTxnNo: null }),
    },
  }
}

async function voidCoupon({ trx, actor, now }: HookContext, coupon: StoredRecord, input: RecordValues): Promise<RecordValues> {
  const voided = { voidedAt: now.toISOString(), voidReason: input.reason }
  if (coupon.status !== couponStatus.issued || input.refund !== true) return voided
  const { orderId } = await trx
    .selectFrom('exchangeLine')
    .innerJoin('coupon', 'coupon.lineId', 'exchangeLine.id')
    .select('exchangeLine.orderId')
    .where('coupon.id', '=', coupon.id)
    .executeTakeFirstOrThrow()
  await refundPoints(trx, { orderId, points: Number(coupon.points), reason: String(coupon.id), refundedBy: actor.userName, now })
  return { ...voided, refundedAt: now.toISOString() }
}

function extend({ now }: HookContext, coupon: StoredRecord, input: RecordValues): RecordValues {
  const problem = extensionProblem({ isExtended: coupon.extendedAt !== null }, String(input.expireDate), taipeiDate(now))
  if (problem !== null) throw refuseFields({ expireDate: problem })
  return { extendedAt: now.toISOString() }
}
