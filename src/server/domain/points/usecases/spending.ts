import type { Trx } from '../../../platform/database/tables.ts'
import { assertPoints } from '../domain/arithmetic.ts'
import { type AccountRef, platformOwner, txnKind } from '../domain/kinds.ts'
import { noLeg } from '../domain/posting.ts'
import { availablePoints, checkRedeemRules, planSpend, type RedeemRules } from '../domain/spend.ts'
import { planExchangeSerials } from '../domain/transfer.ts'
import { businessDateOf, type Occasion } from '../post/occasion.ts'
import { termsOf } from '../post/terms.ts'
import { type Posted, postPlain } from '../post/write.ts'
import { type HeldResult, postOn } from './holding.ts'

export interface RedeemInput {
  readonly occasion: Occasion & { readonly companyNo: string }
  readonly memberNo: string
  readonly points: number
  /** Whole NT$ of the sale. */
  readonly amount: number
  readonly rules: RedeemRules
}

export interface SpendResult extends HeldResult {
  /** What the holder can still spend. */
  readonly available: number
}

/**
 * Points pay for a sale (kind 20).
 *
 * @throws LedgerRefusal E1201, E1202 frozen or closed, E1301, E1302, E1303
 */
export async function redeem(trx: Trx, input: RedeemInput): Promise<SpendResult> {
  const { occasion, points, amount } = input
  assertPoints(points)
  checkRedeemRules(input.rules, points, amount)
  const terms = await termsOf(trx, occasion.companyNo, businessDateOf(occasion))
  const account: AccountRef = { class: 'DEDUCT', ownerId: occasion.companyNo }
  return spend(trx, { class: 'MEMBER', ownerId: input.memberNo }, occasion, txnKind.redeem, account, points, terms.dpUnitPrice, amount)
}

export interface ConvertOutInput {
  readonly occasion: Occasion & { readonly companyNo: string }
  readonly memberNo: string
  /** Platform points. */
  readonly points: number
  /** 結算單價 of the conversion setting. */
  readonly unitPrice: number
}

/** Points leave to a partner's programme (kind 81). @throws LedgerRefusal E1201, E1202, E1301 */
export async function convertOut(trx: Trx, input: ConvertOutInput): Promise<SpendResult> {
  const { occasion, points, unitPrice } = input
  assertPoints(points)
  const account: AccountRef = { class: 'CONVOUT', ownerId: occasion.companyNo }
  return spend(trx, { class: 'MEMBER', ownerId: input.memberNo }, occasion, txnKind.convertOut, account, points, unitPrice)
}

export interface ExchangeInput {
  readonly occasion: Occasion
  readonly from: { readonly corporateNo: string } | { readonly settlementNo: string }
  readonly points: number
}

/** Points of a corporate member or of serials become coupons (kind 70). @throws LedgerRefusal E1301 or M22 when there are not enough */
export async function exchange(trx: Trx, input: ExchangeInput): Promise<Posted> {
  const { occasion, from, points } = input
  assertPoints(points)
  if ('settlementNo' in from) return postPlain(trx, { plan: planExchangeSerials(from.settlementNo, points), occasion, detail: {} })
  const sink: AccountRef = { class: 'COUPON', ownerId: platformOwner }
  return (await spend(trx, { class: 'CORP', ownerId: from.corporateNo }, occasion, txnKind.exchange, sink, points, null)).posted
}

async function spend(
  trx: Trx,
  owner: AccountRef,
  occasion: Occasion,
  kind: typeof txnKind.redeem | typeof txnKind.convertOut | typeof txnKind.exchange,
  sink: AccountRef,
  points: number,
  unitPrice: number | null,
  amount?: number,
): Promise<SpendResult> {
  let available = 0
  const result = await postOn(
    trx,
    owner,
    occasion,
    (holder, today) => {
      available = availablePoints(holder, today) - points
      const companyNo = occasion.companyNo ?? platformOwner
      return planSpend(kind, holder, { ...noLeg, account: sink, points, companyNo, unitPrice }, today)
    },
    { detail: amount === undefined ? {} : { amount } },
  )
  return { ...result, available }
}
