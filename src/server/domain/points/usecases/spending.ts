import { txnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints } from '../domain/arithmetic.ts'
import { lateExpiry, planExpire } from '../domain/expire.ts'
import { type AccountRef, platformOwner } from '../domain/kinds.ts'
import {
  businessDateOf,
  type CompanyContext,
  entryDefaults,
  type LotHolder,
  ownerDetail,
  type PlannedPosting,
  type PostingContext,
  type PostingDetail,
  todayOf,
} from '../domain/posting.ts'
import { afterSpending, availablePoints, checkRedeemRules, planSpend, type RedeemRules } from '../domain/spend.ts'
import { planExchangeSerials } from '../domain/transfer.ts'
import { readLotHolders } from '../post/facts.ts'
import { type PostingPort, termsOf } from '../post/postingPort.ts'
import { type Posted, writePostings } from '../post/write.ts'
import { type HeldResult, postOn, postPlain } from './holding.ts'

export interface RedeemInput {
  readonly context: CompanyContext
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
  readonly context: CompanyContext
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

/** One exchange among many, from the account of a corporate member. */
export interface AccountExchange {
  readonly context: PostingContext
  readonly corporateNo: string
  readonly points: number
}

/**
 * Exchanges points of corporate members as `exchange` does it one by one, in this order: their accounts are locked and read together, and
 * all is written in one go.
 *
 * @returns the postings of the exchanges
 * @throws LedgerRefusal E1301 when one of them has not enough; then nothing is posted
 */
export async function exchangeMany(port: PostingPort, inputs: readonly AccountExchange[]): Promise<readonly Posted[]> {
  const owners = [...new Set(inputs.map(({ corporateNo }) => corporateNo))].map((ownerId): AccountRef => ({ class: 'CORP', ownerId }))
  const accounts = new Map((await port.holdAccounts(owners)).map((account) => [account.account.ownerId, account]))
  const stored = await readLotHolders(await port.stored(), [...accounts.values()])
  const holders = new Map<string, LotHolder>()
  const postings: PlannedPosting[] = []
  for (const { context, corporateNo, points } of inputs) {
    const account = accounts.get(corporateNo)
    if (!account) throw new Error(`corporate member ${corporateNo} was not held`)
    assertPoints(points)
    const today = todayOf(context)
    const { plan: expiry, after } = planExpire(holders.get(corporateNo) ?? stored(account), today)
    const plan = planSpend(txnKind.exchange, after, couponSink(points), today)
    holders.set(corporateNo, afterSpending(after, plan))
    postings.push(...lateExpiry(expiry, context, account), { plan, context, detail: ownerDetail(account.account) })
  }
  const posted = await writePostings(port, [...accounts.values()], postings)
  return posted.filter((_, index) => postings[index]?.plan.kind === txnKind.exchange)
}

const couponSink = (points: number) => ({
  ...entryDefaults,
  ...{ account: { class: 'COUPON', ownerId: platformOwner } as const, points, companyNo: platformOwner },
})

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
