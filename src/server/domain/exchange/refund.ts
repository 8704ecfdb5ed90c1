import { exchangeChannel } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import { giveBackSerials } from '../serial/public.ts'
import { readNumber } from '../settings/public.ts'

export interface RefundInput {
  readonly orderId: number
  readonly points: number
  /** Unique name of this refund of the order: `all`, or the coupon it is for. */
  readonly reason: string
  readonly refundedBy: string
  readonly now: Date
}

/**
 * Gives points of an order back to the account, or to the serials, that they came from (kind 71), in the caller's transaction.
 * Serials get theirs back even when they have ended: the next expiry run finds them.
 *
 * @throws LedgerRefusal E1305 when more was asked for than is still unreturned
 */
export async function refundPoints(trx: Trx, input: RefundInput): Promise<void> {
  const { orderId, points, now } = input
  const order = await trx
    .selectFrom('exchangeOrder')
    .select(['orderNo', 'channel'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const parts =
    order.channel === exchangeChannel.account ? [{ holderNo: null, points }] : await giveBackSerials(trx, order.orderNo, now, points)
  for (const part of parts) await returnPart(trx, input, order.orderNo, part)
  await trx
    .updateTable('exchangeOrder')
    .set((each) => ({ refundedPoints: each('refundedPoints', '+', points), updatedBy: input.refundedBy, updatedAt: now }))
    .where('id', '=', orderId)
    .execute()
}

async function returnPart(
  trx: Trx,
  { orderId, reason, refundedBy, now }: RefundInput,
  orderNo: string,
  part: { readonly holderNo: string | null; readonly points: number },
): Promise<void> {
  const posting = await trx
    .updateTable('exchangePosting')
    .set((each) => ({ refundedPoints: each('refundedPoints', '+', part.points) }))
    .where('orderId', '=', orderId)
    .where('holderNo', part.holderNo === null ? 'is' : '=', part.holderNo)
    .returning('transactionId')
    .executeTakeFirstOrThrow()
  const source = { work: 'EXCHANGE_CANCEL', workId: [orderNo, part.holderNo, reason].filter((name) => name !== null).join('/') }
  const context: PostingContext = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: refundedBy }
  const graceDays = await readNumber(trx, 'POINT.RESTORE_GRACE_DAYS', taipeiDate(now))
  await ledger.exchangeCancel(trx, { context, original: { transactionId: posting.transactionId }, points: part.points, graceDays })
}
