import { addDays, startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import { LedgerRefusal } from '../domain/refusals.ts'

/** When, where and by whom something is posted: what all kinds have in common. */
export interface PostingContext {
  /** The clock at the posting; becomes postedAt. */
  readonly now: Date
  /** When it happened in the world. */
  readonly businessAt: Date
  /** Unique for ever per kind (I8): a partner's platformNo and externalTxnNo, or the work that caused it and its number. */
  readonly source:
    | { readonly platformNo: string; readonly externalTxnNo: string; readonly requestHash: string }
    | { readonly work: string; readonly workId: string }
  readonly companyNo: string | null
  readonly retailStoreNo: string | null
  readonly createdBy: string
  readonly remark?: string | null
}

/** Columns of a transaction that only some kinds have. */
export interface PostingDetail {
  readonly memberNo?: string
  readonly corporateNo?: string
  readonly amount?: number
  readonly payableAmount?: number | null
  readonly paymentType?: string | null
  readonly cardNo?: string | null
  readonly rewardPointId?: number | null
  readonly ruleSnapshot?: unknown
  readonly activityCode?: string | null
  readonly originalTransactionId?: number
}

export function businessDateOf(context: PostingContext): string {
  return taipeiDate(context.businessAt)
}

/** Taipei date of the posting: availability and expiry count by it. */
export function todayOf(context: PostingContext): string {
  return taipeiDate(context.now)
}

const aheadMaxMs = 5 * 60_000

/** @throws LedgerRefusal E1016 beyond `maxBackdateDays` (TXN.MAX_BACKDATE_DAYS) back or 5 minutes ahead */
export function checkBusinessTime(businessAt: Date, now: Date, maxBackdateDays: number): void {
  const earliest = startOfTaipeiDate(addDays(taipeiDate(now), -maxBackdateDays))
  if (businessAt < earliest || businessAt.getTime() > now.getTime() + aheadMaxMs) throw new LedgerRefusal('E1016')
}
