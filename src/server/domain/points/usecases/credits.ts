import { txnKind } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { type CostBearer, costEntry, planAdjustCompany, planAdjustDeduct } from '../domain/adjust.ts'
import { type CreditPlan, planCredit } from '../domain/credit.ts'
import { type AccountRef, platformOwner } from '../domain/kinds.ts'
import {
  businessDateOf,
  type CompanyContext,
  type LotHolder,
  type PlannedPosting,
  type PostingContext,
  type PostingPlan,
  todayOf,
} from '../domain/posting.ts'
import { planWriteOff } from '../domain/writeOff.ts'
import { type PostingPort, termsOf } from '../post/postingPort.ts'
import type { Posted } from '../post/write.ts'
import { type HeldResult, postOn, postPlain } from './holding.ts'

export interface CreditResult extends HeldResult {
  readonly repaidPoints: number
}

/** Whose points an adjustment moves. */
export type AdjustedHolder = { readonly memberNo: string } | { readonly corporateNo: string }

/** Who pays: `companyNo` null = the platform. */
export interface CostBearerRef {
  readonly companyNo: string | null
}

export function accountOf(holder: AdjustedHolder): AccountRef {
  return 'memberNo' in holder ? { class: 'MEMBER', ownerId: holder.memberNo } : { class: 'CORP', ownerId: holder.corporateNo }
}

/** With the price of the business date. */
export async function costBearerOf(port: PostingPort, { companyNo }: CostBearerRef, context: PostingContext): Promise<CostBearer> {
  if (companyNo === null) return { kind: 'platform' }
  return { kind: 'company', companyNo, unitPrice: (await termsOf(port, companyNo, businessDateOf(context))).apUnitPrice }
}

function credited(result: HeldResult & { plan: CreditPlan }): CreditResult {
  return { posted: result.posted, balance: result.balance, repaidPoints: result.plan.repaidPoints }
}

export interface AdjustAddInput {
  readonly context: PostingContext
  readonly holder: AdjustedHolder
  readonly points: number
  readonly costBearer: CostBearerRef
  readonly expireDate: string
}

/** What {@link adjustAdd} would post to a holder whose late expiry is planned. @throws LedgerRefusal E1202 closed */
export function addPlan(input: AdjustAddInput, costBearer: CostBearer, holder: LotHolder): CreditPlan {
  const { context, points, expireDate } = input
  const issuerCompanyNo = input.costBearer.companyNo ?? platformOwner
  return planCredit({
    kind: txnKind.adjustAdd,
    holder,
    source: costEntry(costBearer, points),
    lot: { issuerCompanyNo, activityCode: null, effectiveDate: todayOf(context), expireDate },
    companyNo: issuerCompanyNo,
  })
}

/** Adds points (kind 40). @throws LedgerRefusal E1201, E1202 closed */
export async function adjustAdd(port: PostingPort, input: AdjustAddInput): Promise<CreditResult> {
  const costBearer = await costBearerOf(port, input.costBearer, input.context)
  return credited(
    await postOn(port, { owner: accountOf(input.holder), context: input.context, decide: (holder) => addPlan(input, costBearer, holder) }),
  )
}

export interface AdjustDeductInput {
  readonly context: PostingContext
  readonly holder: AdjustedHolder
  readonly points: number
  readonly costBearer: CostBearerRef
  /** Debt limit in force, in points; ignored for corporate members, who have no debts. */
  readonly limitPoints: number
}

/** What {@link adjustDeduct} would post to a holder whose late expiry is planned. @throws LedgerRefusal E1202 closed, M22 not enough */
export function deductPlan(input: AdjustDeductInput, costBearer: CostBearer, holder: LotHolder): PostingPlan {
  return planAdjustDeduct(holder, input.points, costBearer, input.limitPoints)
}

/** Takes points (kind 41). @throws LedgerRefusal E1201, E1202 closed, M22 not enough */
export async function adjustDeduct(port: PostingPort, input: AdjustDeductInput): Promise<HeldResult> {
  const costBearer = await costBearerOf(port, input.costBearer, input.context)
  return postOn(port, { owner: accountOf(input.holder), context: input.context, decide: (holder) => deductPlan(input, costBearer, holder) })
}

export interface AdjustCompanyInput {
  readonly context: CompanyContext
  readonly account: 'AWARD' | 'DEDUCT'
  /** As the company's account moves: AWARD −100 bills 100 points more. */
  readonly points: number
}

/** What {@link adjustCompany} posts. */
export async function companyPosting(port: PostingPort, input: AdjustCompanyInput): Promise<PlannedPosting> {
  const { context, account, points } = input
  const terms = await termsOf(port, context.companyNo, businessDateOf(context))
  const unitPrice = account === 'AWARD' ? terms.apUnitPrice : terms.dpUnitPrice
  return { plan: planAdjustCompany(account, { companyNo: context.companyNo, unitPrice }, points), context, detail: {} }
}

/** Corrects the accounting of a company against the platform; no member is touched (kind 42). */
export async function adjustCompany(port: PostingPort, input: AdjustCompanyInput): Promise<Posted> {
  return postPlain(port, await companyPosting(port, input))
}

export interface ConvertInInput {
  readonly context: CompanyContext
  readonly memberNo: string
  /** Platform points. */
  readonly points: number
  /** 結算單價 of the conversion setting. */
  readonly unitPrice: number
  readonly expireDate: string
}

/** A partner's points become ours (kind 80). @throws LedgerRefusal E1201, E1202 closed */
export async function convertIn(port: PostingPort, input: ConvertInInput): Promise<CreditResult> {
  const { context, points, unitPrice, expireDate } = input
  const { companyNo } = context
  const decide = (holder: LotHolder) =>
    planCredit({
      kind: txnKind.convertIn,
      holder,
      source: { account: { class: 'CONVIN', ownerId: companyNo }, points, companyNo, unitPrice },
      lot: { issuerCompanyNo: companyNo, activityCode: null, effectiveDate: businessDateOf(context), expireDate },
      companyNo,
    })
  return credited(await postOn(port, { owner: { class: 'MEMBER', ownerId: input.memberNo }, context, decide }))
}

export interface SerialDepositInput {
  readonly context: PostingContext
  readonly settlementNo: string
  readonly to: AdjustedHolder
  readonly points: number
  readonly expireDate: string
}

/** A point serial goes into an account (kind 62). @throws LedgerRefusal E1201, E1202 closed, M22 when the batch holds less */
export async function serialDeposit(port: PostingPort, input: SerialDepositInput): Promise<CreditResult> {
  const { context, points, expireDate, settlementNo } = input
  const serial: AccountRef = { class: 'SERIAL', ownerId: settlementNo }
  const decide = (holder: LotHolder) =>
    fromPlatform(holder, { kind: txnKind.serialDeposit, account: serial, points, now: context.now, expireDate })
  return credited(await postOn(port, { owner: accountOf(input.to), context, decide, options: { others: [serial] } }))
}

export interface SaleIntoAccountInput {
  readonly context: PostingContext
  readonly corporateNo: string
  readonly points: number
  readonly expireDate: string
}

/** Points sold straight into a corporate member's account (kind 61, 交付方式 2). */
export async function saleIntoAccount(port: PostingPort, input: SaleIntoAccountInput): Promise<CreditResult> {
  const { context, points, expireDate } = input
  const center: AccountRef = { class: 'CENTER', ownerId: platformOwner }
  const decide = (holder: LotHolder) =>
    fromPlatform(holder, { kind: txnKind.serialSale, account: center, points, now: context.now, expireDate })
  return credited(await postOn(port, { owner: { class: 'CORP', ownerId: input.corporateNo }, context, decide }))
}

interface FromPlatformInput {
  readonly kind: typeof txnKind.serialDeposit | typeof txnKind.serialSale
  readonly account: AccountRef
  readonly points: number
  readonly now: Date
  readonly expireDate: string
}

/** Points that the platform itself has sold: usable at once, counted under the platform. */
function fromPlatform(holder: LotHolder, { kind, account, points, now, expireDate }: FromPlatformInput): CreditPlan {
  return planCredit({
    kind,
    holder,
    source: { account, points, companyNo: platformOwner, unitPrice: null },
    lot: { issuerCompanyNo: platformOwner, activityCode: null, effectiveDate: taipeiDate(now), expireDate },
    companyNo: platformOwner,
  })
}

export interface WriteOffInput {
  readonly context: PostingContext
  readonly memberNo: string
  /** Ids of member_pending_point; what has been repaid meanwhile is left out. */
  readonly debtIds: readonly number[]
  readonly costBearer: CostBearerRef
}

/** Cancels debts (kind 90). @throws LedgerRefusal E1304 when none of them is open any more */
export async function writeOff(port: PostingPort, input: WriteOffInput): Promise<HeldResult> {
  const costBearer = await costBearerOf(port, input.costBearer, input.context)
  const owner: AccountRef = { class: 'MEMBER', ownerId: input.memberNo }
  return postOn(port, { owner, context: input.context, decide: (holder) => planWriteOff(holder, input.debtIds, costBearer) })
}
