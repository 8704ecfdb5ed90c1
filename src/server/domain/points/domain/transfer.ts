import { type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints } from './arithmetic.ts'
import { type AccountRef, platformOwner } from './kinds.ts'
import { emptyPlan, entryDefaults, type PostingPlan } from './posting.ts'

const center: AccountRef = { class: 'CENTER', ownerId: platformOwner }

/** Accounts without lots that sales of the platform move points between (domain 2.3, kinds 60, 61, 63, 64, 65). */
export type Transfer =
  | { readonly kind: 'centerSale' | 'centerSaleVoid'; readonly companyNo: string }
  | { readonly kind: 'serialSale' | 'cardActivate' | 'serialVoid'; readonly settlementNo: string }

const directions = {
  centerSale: 1,
  serialSale: 1,
  cardActivate: 1,
  centerSaleVoid: -1,
  serialVoid: -1,
} as const satisfies Record<Transfer['kind'], 1 | -1>

/** The holder that a transfer moves. */
function transferHolder(transfer: Transfer): AccountRef {
  return 'companyNo' in transfer ? { class: 'PREPAID', ownerId: transfer.companyNo } : { class: 'SERIAL', ownerId: transfer.settlementNo }
}

/** Points from the point centre to a holder, or back. */
export function planTransfer(transfer: Transfer, points: number): PostingPlan {
  assertPoints(points)
  const kind: TxnKind = txnKind[transfer.kind]
  const moved = points * directions[transfer.kind]
  const companyNo = 'companyNo' in transfer ? transfer.companyNo : null
  return emptyPlan(kind, [
    { ...entryDefaults, account: transferHolder(transfer), points: moved, companyNo },
    { ...entryDefaults, account: center, points: -moved },
  ])
}

/** What is left of serials or cards past their day (kind 50). */
export function planExpireSerials(settlementNo: string, points: number): PostingPlan {
  assertPoints(points)
  return emptyPlan(txnKind.expire, [
    { ...entryDefaults, account: { class: 'SERIAL', ownerId: settlementNo }, points: -points, companyNo: platformOwner },
    { ...entryDefaults, account: { class: 'EXPIRED', ownerId: platformOwner }, points, companyNo: platformOwner },
  ])
}

/** Points of serials straight into coupons, without an account (kind 70). */
export function planExchangeSerials(settlementNo: string, points: number): PostingPlan {
  assertPoints(points)
  return emptyPlan(txnKind.exchange, [
    { ...entryDefaults, account: { class: 'SERIAL', ownerId: settlementNo }, points: -points, companyNo: platformOwner },
    { ...entryDefaults, account: { class: 'COUPON', ownerId: platformOwner }, points, companyNo: platformOwner },
  ])
}
