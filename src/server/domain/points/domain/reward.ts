import { mulDivFloor, mulDivHalfUp, percentFloor } from './arithmetic.ts'
import type { ExpiryRule } from './expiryDate.ts'
import type { Component } from './posting.ts'

interface FormulaLimits {
  /** NT$; a sale below it earns nothing. */
  readonly minSpend: number
  readonly maxPoints: number | null
}

/** 點數回饋設定 as it was at the sale; `given` are points that the partner computed itself. */
export type RewardFormula =
  | ({
      readonly kind: 'perSpend'
      readonly spendAmount: number
      readonly rewardPoints: number
      /** RoundingMode: floor counts whole multiples only. */
      readonly rounding: 'floor' | 'halfUp'
      readonly excludePointPart: boolean
    } & FormulaLimits)
  | ({ readonly kind: 'fixed'; readonly rewardPoints: number } & FormulaLimits)
  | { readonly kind: 'given'; readonly points: number; readonly amount: number }

/** 聯名卡加碼設定 as it was at the sale. */
export interface ExtraRule {
  readonly extraRatioNo: string
  readonly payerCompanyNo: string
  readonly baseBearer: 'company' | 'payer'
  /** Percent of the base points, two decimals. */
  readonly extraRatio: number
  /** Percent of the extra points that the payer bears, one decimal. */
  readonly payerShareRatio: number
  /** 每會員每月加碼上限; null = none. */
  readonly monthlyCapPoints: number | null
  /** Part of the sale paid with the card; null = all of it. */
  readonly eligibleAmount: number | null
  readonly unitPrice: number
}

/** One campaign on the sale. `room` is what its budget and caps leave, decided by the caller under the member's lock. */
export interface ActivityRule {
  readonly activityCode: string
  readonly formula:
    | { readonly kind: 'multiplier'; readonly multiplier: number }
    | { readonly kind: 'fixed'; readonly points: number; readonly minAmount: number }
    | { readonly kind: 'perStep'; readonly points: number; readonly stepAmount: number; readonly minAmount: number }
    | { readonly kind: 'list'; readonly points: number }
  /** Percent that the platform bears, one decimal; the company bears the rest. */
  readonly platformShare: number
  readonly room: number | null
  readonly expiry: ExpiryRule
}

/** All that decides the points of a sale; stored with the transaction, so that a return computes with the same rule. */
export interface SaleRule {
  readonly reward: RewardFormula | null
  /** NT$ of the sale paid with points. */
  readonly pointPart: number
  readonly extra: ExtraRule | null
  /** Points of the monthly cap that were left at the sale; null = no cap. */
  readonly extraRoom: number | null
  readonly activities: readonly ActivityRule[]
  readonly expiry: ExpiryRule
  readonly effectiveDelayDays: number
}

export type Funder = 'company' | 'payer' | 'platform'

/** Points of one component at one funder's expense. */
export interface AwardPart {
  readonly funder: Funder
  readonly component: Component
  readonly points: number
  readonly expiry: ExpiryRule
}

function capped(points: number, cap: number | null): number {
  return cap === null ? points : Math.min(points, Math.max(0, cap))
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

/** Splits points: the second funder gets the floor of its percent, the first the rest. */
function shared(points: number, percent: number, first: Funder, second: Funder): readonly { funder: Funder; points: number }[] {
  const part = percentFloor(points, percent)
  return [
    { funder: first, points: points - part },
    { funder: second, points: part },
  ]
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
