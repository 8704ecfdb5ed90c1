import type { ExpiryRule } from './expiryDate.ts'

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
