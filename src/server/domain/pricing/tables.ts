import type { Generated } from 'kysely'
import type { DiscountTier } from './tiers.ts'

interface ApprovedSetting {
  id: Generated<number>
  rowVersion: Generated<number>
  status: Generated<string>
  previousId: number | null
}

interface RewardPointTable extends ApprovedSetting {
  rewardPointNo: string
  companyNo: string
  rewardPointName: string
  /** RewardType. */
  rewardType: '1' | '2'
  spendAmount: number | null
  rewardPoints: number
  /** RoundingMode. */
  roundingMode: '1' | '2'
  minSpend: number
  maxPointsPerTxn: number | null
  paymentTypes: readonly string[]
  storeScope: '1' | '2'
  retailStoreNos: readonly string[]
  excludePointPart: boolean
  expiryRule: '1' | '2' | '3' | '4'
  expiryValue: number | null
  expiryDate: string | null
  effectiveDelayDays: number
  priority: number
  isDefault: boolean
  startDate: string
  endDate: string
}

interface PointExchangeTable extends ApprovedSetting {
  pointExchangeNo: string
  companyNo: string
  /** ExchangeDirection. */
  direction: '1' | '2'
  partnerPoints: number
  platformPoints: number
  minPoints: number
  stepPoints: number
  dailyLimit: number | null
  monthlyLimit: number | null
  unitPrice: number
  startDate: string
  endDate: string
}

interface CompanyDiscountTable extends ApprovedSetting {
  discountNo: string
  companyNo: string
  /** FeeType. */
  feeType: '1' | '2'
  combineGroup: boolean
  /** yyyyMM. */
  startMonth: string
  endMonth: string
  tiers: readonly DiscountTier[]
}

interface YearlyDiscountTable extends ApprovedSetting {
  yearlyDiscountNo: string
  companyNo: string
  year: number
  feeType: '1' | '2'
  combineGroup: boolean
  tiers: readonly DiscountTier[]
  /** YearlyStatus. */
  settledStatus: Generated<'1' | '2' | '3' | '4'>
}

interface PayerExtraRatioTable extends ApprovedSetting {
  extraRatioNo: string
  payerCompanyNo: string
  companyNo: string | null
  cardType: string | null
  cardPrefixes: readonly string[]
  /** BaseBearer. */
  baseBearer: '1' | '2'
  extraRatio: number
  payerShareRatio: number
  monthlyCapPoints: number | null
  unitPrice: number
  priority: number
  startDate: string
  endDate: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    rewardPoint: RewardPointTable
    pointExchange: PointExchangeTable
    companyDiscount: CompanyDiscountTable
    yearlyDiscount: YearlyDiscountTable
    payerExtraRatio: PayerExtraRatioTable
  }
}
