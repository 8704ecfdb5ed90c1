import { txnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints } from '../domain/arithmetic.ts'
import { type AccountRef, platformOwner } from '../domain/kinds.ts'
import { businessDateOf, entryDefaults, type LotHolder, type PostingContext, type PostingDetail } from '../domain/posting.ts'
import { availablePoints, checkRedeemRules, planSpend, type RedeemRules } from '../domain/spend.ts'
import { planExchangeSerials } from '../domain/transfer.ts'
import { type PostingPort, termsOf } from '../post/postingPort.ts'
import type { Posted } from '../post/write.ts'
import { type HeldResult, postOn, postPlain } from './holding.ts'

export interface RedeemInput {
  readonly context: PostingContext & { readonly companyNo: string }
  readonly memberNo: string
  readonly points: number
  /** Whole NT$ of the sale. */
  readonly amount: number
  readonly rules: RedeemRules
}

const memberAccount = (memberNo: string): AccountRef => ({ class: 'MEMBER', ownerId: memberNo })

export interface SpendResult extends HeldResult {
  /** What the holder can still spend. */
  readonly available: number
}

/**
 * Points pay for a sale (kind 20).
 *
 * @throws LedgerRefusal E1201, E1202 frozen or closed, E1301, E1302, E1303
 */
export async function redeem(port: PostingPort, input: RedeemInput): Promise<SpendResult> {
  const { context, points, amount } = input
  assertPoints(points)
  checkRedeemRules(input.rules, points, amount)
  const terms = await termsOf(port, context.companyNo, businessDateOf(context))
  return spend(port, {
    ...{ owner: memberAccount(input.memberNo), context, kind: txnKind.redeem, points, detail: { amount } },
    ...{ sink: { class: 'DEDUCT', ownerId: context.companyNo }, unitPrice: terms.dpUnitPrice },
  })
}

export interface ConvertOutInput {
  readonly context: PostingContext & { readonly companyNo: string }
  readonly memberNo: string
  /** Platform points. */
  readonly points: number
  /** 結算單價 of the conversion setting. */
  readonly unitPrice: number
}

/** Points leave to a partner's programme (kind 81). @throws LedgerRefusal E1201, E1202, E1301 */
export async function convertOut(port: PostingPort, input: ConvertOutInput): Promise<SpendResult> {
  const { context, points, unitPrice } = input
  assertPoints(points)
  const sink: AccountRef = { class: 'CONVOUT', ownerId: context.companyNo }
  return spend(port, { owner: memberAccount(input.memberNo), context, kind: txnKind.convertOut, sink, points, unitPrice })
}

export interface ExchangeInput {
  readonly context: PostingContext
  readonly from: { readonly corporateNo: string } | { readonly settlementNo: string }
  readonly points: number
}

/** Points of a corporate member or of serials become coupons (kind 70). @throws LedgerRefusal E1301 or M22 when there are not enough */
export async function exchange(port: PostingPort, input: ExchangeInput): Promise<Posted> {
  const { context, from, points } = input
  assertPoints(points)
  if ('settlementNo' in from) return postPlain(port, { plan: planExchangeSerials(from.settlementNo, points), context, detail: {} })
  const sink: AccountRef = { class: 'COUPON', ownerId: platformOwner }
  const owner: AccountRef = { class: 'CORP', ownerId: from.corporateNo }
  return (await spend(port, { owner, context, kind: txnKind.exchange, sink, points, unitPrice: null })).posted
}

interface Spending {
  readonly owner: AccountRef
  readonly context: PostingContext
  readonly kind: typeof txnKind.redeem | typeof txnKind.convertOut | typeof txnKind.exchange
  readonly sink: AccountRef
  readonly points: number
  readonly unitPrice: number | null
  readonly detail?: PostingDetail
}

async function spend(port: PostingPort, { owner, context, kind, sink, points, unitPrice, detail = {} }: Spending): Promise<SpendResult> {
  const companyNo = context.companyNo ?? platformOwner
  const decide = (holder: LotHolder, today: string) => {
    const plan = planSpend(kind, holder, { ...entryDefaults, account: sink, points, companyNo, unitPrice }, today)
    return { ...plan, available: availablePoints(holder, today) - points }
  }
  const { posted, balance, plan } = await postOn(port, { owner, context, decide, options: { detail } })
  return { posted, balance, available: plan.available }
}
