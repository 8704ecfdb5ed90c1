import { exchangeChannel } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { holdOpen } from '../corporate/public.ts'
import type { PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import { giveBackSerials } from '../serial/public.ts'
import { readNumber } from '../settings/public.ts'
import { exchangeTexts } from './exchangeRules.ts'

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
 * Serials get theirs back even when they have ended: the next expiry run finds them. An account whose member has ended takes none: a
 * member is ended only when its account is empty, and nobody could use points that come later.
 *
 * @throws LedgerRefusal E1305 when more was asked for than is still unreturned, 409 when the member has ended
 */
export async function refundPoints(trx: Trx, input: RefundInput): Promise<void> {
  const { orderId, points, now } = input
  const order = await trx
    .selectFrom('exchangeOrder')
    .select(['orderNo', 'channel', 'corporateNo'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isFromAccount = order.channel === exchangeChannel.account
  if (isFromAccount) await assertOpenAccount(trx, order.corporateNo)
  const parts = isFromAccount ? [{ holderNo: null, points }] : await giveBackSerials(trx, order.orderNo, now, points)
  for (const part of parts) await returnPart(trx, input, order.orderNo, part)
  await trx
    .updateTable('exchangeOrder')
    .set((each) => ({ refundedPoints: each('refundedPoints', '+', points), updatedBy: input.refundedBy, updatedAt: now }))
    .where('id', '=', orderId)
    .execute()
}

async function assertOpenAccount(trx: Trx, corporateNo: string | null): Promise<void> {
  if (corporateNo === null) return
  const open = await holdOpen(trx, [corporateNo])
  if (!open.has(corporateNo)) throw textError(409, exchangeTexts.accountEnded(corporateNo), 'MEMBER_ENDED')
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
