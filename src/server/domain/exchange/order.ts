import type { ExchangeChannel } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { Posted, PostingContext } from '../points/public.ts'

/** So many coupons of one product for one recipient. */
export interface WantedLine {
  readonly couponBatchNo: string
  readonly quantity: number
  readonly recipient: Recipient
}

export interface Recipient {
  readonly name: string
  readonly mobile: string
  readonly email: string
}

/** Points that one posting of the ledger took. */
export interface PaidPart {
  /** Batch of serials or cards; null for the account of a corporate member. */
  readonly holderNo: string | null
  readonly points: number
  readonly posted: Posted
}

/** Takes the points of an order, in its transaction. @throws ApiError when there are not enough */
export type Pay = (
  trx: Trx,
  order: { readonly orderNo: string; readonly points: number; readonly context: PostingContext },
) => Promise<readonly PaidPart[]>

export interface OrderInput {
  readonly channel: ExchangeChannel
  /** The corporate member whose points pay; null when serials of no single member pay. */
  readonly corporateNo: string | null
  /** Made by the client when its form opened. */
  readonly orderKey: string
  /** Hash over everything the client sent but the captcha. */
  readonly requestHash: string
  readonly lines: readonly WantedLine[]
  readonly pay: Pay
  readonly orderedBy: string
  readonly now: Date
}

export interface PlacedOrder {
  readonly orderId: number
  readonly orderNo: string
  /** True: an order with this key existed, and this is that order. */
  readonly replayed: boolean
}
