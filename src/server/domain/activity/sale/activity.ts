import type { SaleRule } from '../../points/public.ts'

/** A campaign as it stands when a sale is judged. */
export interface Activity {
  readonly id: number
  readonly activityCode: string
  readonly activityName: string
  readonly companyNo: string
  readonly activityType: string
  readonly costBearer: string
  readonly platformShareRatio: number | null
  readonly multiplier: number | null
  readonly fixedPoints: number | null
  readonly minAmount: number | null
  readonly stepAmount: number | null
  readonly startAt: Date
  readonly endAt: Date
  readonly dailyFrom: string | null
  readonly dailyTo: string | null
  readonly weekdays: readonly string[]
  readonly storeScope: string
  readonly retailStoreNos: readonly string[]
  readonly memberScope: string
  /** False: applied to every sale that it fits, without a code. */
  readonly requireCode: boolean
  readonly budgetPoints: number
  readonly perTxnMax: number | null
  readonly perMemberDaily: number | null
  readonly perMemberTotal: number | null
  readonly expiryRule: string
  readonly expiryValue: number | null
  readonly expiryDate: string | null
  readonly usedPoints: number
  readonly status: string
}

/** Facts about the member that decide on a campaign. */
export interface ActivityMember {
  readonly registeredAt: Date
  readonly isListed: boolean
  /** Points that this campaign gave the member on the business date, and ever; net of returns. */
  readonly pointsOfDay: number
  readonly pointsEver: number
}

/** A sale as campaigns judge it. */
export interface ActivitySale {
  readonly companyNo: string
  readonly retailStoreNo: string | null
  readonly memberNo: string
  readonly businessAt: Date
  readonly amount: number
  /** What the sale earns without campaigns. */
  readonly rule: Omit<SaleRule, 'extraRoom'>
}
