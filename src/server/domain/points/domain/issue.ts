import { type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'
import { mulDivFloor, mulDivHalfUp, percentFloor, sum } from './arithmetic.ts'
import { repay } from './credit.ts'
import { lateExpiry, planExpire } from './expire.ts'
import { type ExpiryRule, effectiveDateOf, expireDateOf } from './expiryDate.ts'
import { type AccountRef, platformOwner } from './kinds.ts'
import {
  businessDateOf,
  type Component,
  entryDefaults,
  type HolderAccount,
  type LotHolder,
  lotOfPlan,
  type NewLot,
  type PlannedPosting,
  type PostingContext,
  type PostingDetail,
  type PostingEntry,
  type PostingPlan,
  todayOf,
} from './posting.ts'
import { LedgerRefusal } from './refusals.ts'
import type { ActivityRule, ExtraRule, RewardFormula, SaleRule } from './saleRule.ts'

export interface IssueInput {
  /** Without a company only for points that the platform bears alone. */
  readonly context: PostingContext
  readonly memberNo: string
  /** Whole NT$ of the sale. */
  readonly amount: number
  /** All that decides the points; `extraRoom` is filled here, under the member's lock. */
  readonly rule: Omit<SaleRule, 'extraRoom'>
  /** 11 for a batch of an activity. */
  readonly kind?: typeof txnKind.issue | typeof txnKind.issueBatch
  readonly detail?: Pick<PostingDetail, 'payableAmount' | 'paymentType' | 'cardNo' | 'rewardPointId' | 'activityCode'>
}

/** The company that awards, and at which price its points are billed. */
export interface Awarder {
  /** Null: the platform gives the points, and bears them. */
  readonly companyNo: string | null
  readonly isPrepaid: boolean
  readonly apUnitPrice: number
}

export interface Sale {
  readonly kind: TxnKind
  readonly awarder: Awarder
  readonly rule: SaleRule
  /** Whole NT$. */
  readonly amount: number
  readonly businessDate: string
}

/** The points of a sale, and which of its parts gave them. */
export interface IssuedPoints {
  readonly issuedPoints: number
  readonly basePoints: number
  readonly extraPoints: number
  readonly activityPoints: number
  /** The same by campaign, those without points left out. */
  readonly activities: readonly ActivityPoints[]
  readonly repaidPoints: number
}

export interface IssuePlan extends PostingPlan, IssuedPoints {}

export interface ActivityPoints {
  readonly activityCode: string
  readonly points: number
}

/** All that decides the points of a sale beyond the sale itself, as it is while the member's account is held. */
export interface IssueFacts {
  readonly awarder: Awarder
  readonly member: HolderAccount
  readonly holder: LotHolder
  /** What the monthly cap of the extra points leaves this member; null without a cap. */
  readonly extraRoom: number | null
}

export interface IssueDecision {
  /** Null when the sale earns nothing. */
  readonly plan: IssuePlan | null
  /** The late expiry of the member, then the sale. */
  readonly postings: readonly PlannedPosting[]
}

/** Decides a sale: facts in, postings out. @throws LedgerRefusal E1202 for a closed member */
export function decideIssue({ awarder, member, holder, extraRoom }: IssueFacts, input: IssueInput): IssueDecision {
  const { context, memberNo, amount, kind = txnKind.issue } = input
  const expired = planExpire(holder, todayOf(context))
  const rule: SaleRule = { ...input.rule, extraRoom }
  const plan = planIssue(expired.after, { kind, awarder, rule, amount, businessDate: businessDateOf(context) })
  const detail: PostingDetail = { ...input.detail, memberNo, amount, ruleSnapshot: rule }
  return { plan, postings: [...lateExpiry(expired.plan, context, member), ...(plan ? [{ plan, context, detail }] : [])] }
}

/**
 * Points for a sale, or for a list of members (kinds 10 and 11).
 *
 * @returns null when the sale earns nothing: then there is nothing to post
 * @throws LedgerRefusal E1202 for a closed member
 */
export function planIssue(holder: LotHolder, sale: Sale): IssuePlan | null {
  if (holder.status === 'closed') throw new LedgerRefusal('E1202')
  const parts = awardParts(sale.rule, sale.amount)
  const issuedPoints = sum(parts.map((part) => part.points))
  if (issuedPoints === 0) return null
  const lots = lotsOf(parts, sale)
  const repayment = repay(
    holder.debts,
    lots.map((lot, index) => lotOfPlan(lot, index + 1)),
  )
  return {
    kind: sale.kind,
    entries: [
      { ...entryDefaults, account: holder.account, points: issuedPoints, companyNo: sale.awarder.companyNo },
      ...parts.map((part) => ({ ...sourceOf(part, sale), points: -part.points, component: part.component, originalEntryId: null })),
    ],
    lots,
    allocations: repayment.allocations,
    debtChanges: repayment.debtChanges,
    newDebt: null,
    floor: null,
    issuedPoints,
    basePoints: pointsIn(parts, 'BASE'),
    extraPoints: pointsIn(parts, 'EXTRA'),
    activityPoints: pointsIn(parts, 'ACTIVITY'),
    activities: pointsByActivity(parts),
    repaidPoints: repayment.repaidPoints,
  }
}

export type Funder = 'company' | 'payer' | 'platform'

/** Points of one component at one funder's expense. */
export interface AwardPart {
  readonly funder: Funder
  readonly component: Component
  readonly points: number
  readonly expiry: ExpiryRule
}

/**
 * The points of a sale by component and funder (domain 2.3, 7.2, 7.4); parts of zero are left out.
 * The same call on what remains of the amount gives what a return leaves.
 */
export function awardParts(rule: SaleRule, amount: number): readonly AwardPart[] {
  const base = rule.reward ? basePoints(rule.reward, amount, rule.pointPart) : 0
  const { extra, expiry } = rule
  const parts: AwardPart[] = [{ funder: extra?.baseBearer ?? 'company', component: { component: 'BASE' }, points: base, expiry }]
  if (extra) {
    const component = { component: 'EXTRA', componentCode: extra.extraRatioNo } as const
    const points = extraPoints(rule, extra, base, amount)
    parts.push(...shared(points, extra.payerShareRatio, 'company', 'payer').map((share) => ({ ...share, component, expiry })))
  }
  for (const activity of rule.activities) {
    const component = { component: 'ACTIVITY', componentCode: activity.activityCode } as const
    const points = activityPoints(activity, base, amount)
    const shares = shared(points, activity.platformShare, 'company', 'platform')
    parts.push(...shares.map((share) => ({ ...share, component, expiry: activity.expiry })))
  }
  return parts.filter((part) => part.points > 0)
}

/** Base points of an amount (domain 4.5). Point parts stay as they were when an amount is what remains after a return. */
export function basePoints(reward: RewardFormula, amount: number, pointPart: number): number {
  if (reward.kind === 'given') return amount >= reward.amount ? reward.points : mulDivFloor(reward.points, amount, reward.amount)
  if (amount < reward.minSpend || amount === 0) return 0
  if (reward.kind === 'fixed') return capped(reward.rewardPoints, reward.maxPoints)
  const counted = reward.excludePointPart ? Math.max(0, amount - pointPart) : amount
  const points =
    reward.rounding === 'floor'
      ? mulDivFloor(mulDivFloor(counted, 1, reward.spendAmount), reward.rewardPoints, 1)
      : mulDivHalfUp(counted, reward.rewardPoints, reward.spendAmount)
  return capped(points, reward.maxPoints)
}

/** Extra points of a co-branded card before they are shared (domain 7.4). */
function extraPoints(rule: SaleRule, extra: ExtraRule, base: number, amount: number): number {
  const isWhole = extra.eligibleAmount === null || extra.eligibleAmount >= amount
  const counted = isWhole || !rule.reward ? base : basePoints(rule.reward, extra.eligibleAmount ?? amount, rule.pointPart)
  return capped(percentFloor(counted, extra.extraRatio), rule.extraRoom)
}

function activityPoints(activity: ActivityRule, base: number, amount: number): number {
  const { formula } = activity
  switch (formula.kind) {
    case 'multiplier':
      return capped(mulDivFloor(base, Math.round(formula.multiplier * 10) - 10, 10), activity.room)
    case 'fixed':
      return capped(amount > 0 && amount >= formula.minAmount ? formula.points : 0, activity.room)
    case 'perStep': {
      const steps = amount >= formula.minAmount ? mulDivFloor(amount, 1, formula.stepAmount) : 0
      return capped(mulDivFloor(steps, formula.points, 1), activity.room)
    }
    case 'list':
      return capped(formula.points, activity.room)
  }
}

function capped(points: number, cap: number | null): number {
  return cap === null ? points : Math.min(points, Math.max(0, cap))
}

/** Splits points: the second funder gets the floor of its percent, the first the rest. */
function shared(points: number, percent: number, first: Funder, second: Funder): readonly { funder: Funder; points: number }[] {
  const part = percentFloor(points, percent)
  return [
    { funder: first, points: points - part },
    { funder: second, points: part },
  ]
}

/** One lot per issuer, activity and last day of use. */
function lotsOf(parts: readonly AwardPart[], sale: Sale): readonly NewLot[] {
  const lots: NewLot[] = []
  for (const part of parts) {
    const lot: NewLot = {
      issuerCompanyNo: issuerOf(part, sale),
      activityCode: part.component.component === 'ACTIVITY' ? part.component.componentCode : null,
      issuedPoints: part.points,
      effectiveDate: effectiveDateOf(sale.businessDate, sale.rule.effectiveDelayDays),
      expireDate: expireDateOf(part.expiry, sale.businessDate),
      originLotId: null,
    }
    const same = lots.findIndex(
      (known) =>
        known.issuerCompanyNo === lot.issuerCompanyNo && known.activityCode === lot.activityCode && known.expireDate === lot.expireDate,
    )
    const known = lots[same]
    if (known) lots[same] = { ...known, issuedPoints: known.issuedPoints + lot.issuedPoints }
    else lots.push(lot)
  }
  return lots
}

function issuerOf(part: AwardPart, sale: Sale): string {
  if (part.funder === 'platform') return platformOwner
  return (part.funder === 'payer' ? sale.rule.extra?.payerCompanyNo : sale.awarder.companyNo) ?? platformOwner
}

function sourceOf(part: AwardPart, sale: Sale): Omit<PostingEntry, 'points' | 'component' | 'originalEntryId'> {
  const { awarder, rule } = sale
  switch (part.funder) {
    case 'company': {
      if (awarder.companyNo === null) throw new Error('points of a company without a company')
      const account: AccountRef = { class: awarder.isPrepaid ? 'PREPAID' : 'AWARD', ownerId: awarder.companyNo }
      return { account, companyNo: awarder.companyNo, unitPrice: awarder.apUnitPrice }
    }
    case 'payer': {
      if (!rule.extra) throw new Error('points of a payer without an extra rule')
      const { payerCompanyNo, unitPrice } = rule.extra
      return { account: { class: 'PAYG', ownerId: payerCompanyNo }, companyNo: payerCompanyNo, unitPrice }
    }
    case 'platform':
      return { account: { class: 'PLATFORM', ownerId: platformOwner }, companyNo: awarder.companyNo, unitPrice: null }
  }
}

function pointsByActivity(parts: readonly AwardPart[]): readonly ActivityPoints[] {
  const points = new Map<string, number>()
  for (const part of parts) {
    if (part.component.component !== 'ACTIVITY') continue
    const { componentCode } = part.component
    points.set(componentCode, (points.get(componentCode) ?? 0) + part.points)
  }
  return [...points].map(([activityCode, given]) => ({ activityCode, points: given }))
}

function pointsIn(parts: readonly AwardPart[], component: AwardPart['component']['component']): number {
  return sum(parts.filter((part) => part.component.component === component).map((part) => part.points))
}
