import { rewardType, roundingMode, storeScope } from '../../../../rules/codes.generated.ts'
import type { RewardFormula } from '../../points/public.ts'

/** 點數回饋設定 as far as a sale needs it (domain 4.5); all of them hold on the business date. */
export interface RewardSetting {
  readonly id: number
  readonly rewardPointNo: string
  /** RewardType: 1 per amount, 2 a fixed number of points. */
  readonly rewardType: string
  readonly spendAmount: number | null
  readonly rewardPoints: number
  readonly roundingMode: string
  readonly minSpend: number
  readonly maxPointsPerTxn: number | null
  readonly paymentTypes: readonly string[]
  readonly storeScope: string
  readonly retailStoreNos: readonly string[]
  readonly excludePointPart: boolean
  readonly expiryRule: string
  readonly expiryValue: number | null
  readonly expiryDate: string | null
  readonly effectiveDelayDays: number
  readonly priority: number
  readonly isDefault: boolean
}

/** What of a sale decides its setting. */
export interface RewardQuestion {
  readonly retailStoreNo: string
  /** Default of the outlet. */
  readonly storeRewardId: string | null
  /** How most of the sale was paid; null when the partner did not say. */
  readonly paymentType: string | null
  /** Number or id that the partner sent. */
  readonly wanted: string | undefined
}

function fits(setting: RewardSetting, { retailStoreNo, paymentType }: RewardQuestion): boolean {
  if (setting.storeScope === storeScope.chosen && !setting.retailStoreNos.includes(retailStoreNo)) return false
  return setting.paymentTypes.length === 0 || (paymentType !== null && setting.paymentTypes.includes(paymentType))
}

const byPriority = (one: RewardSetting, other: RewardSetting) => one.priority - other.priority || one.id - other.id

/**
 * The setting that counts (domain 4.5): the one asked for when it fits, else the first by priority of those that fit, else the outlet's
 * default, else the company's. Null: the sale cannot be rewarded (E1106).
 */
export function chooseReward(settings: readonly RewardSetting[], question: RewardQuestion): RewardSetting | null {
  const fitting = settings.filter((setting) => fits(setting, question)).sort(byPriority)
  const wanted = fitting.find((setting) => setting.rewardPointNo === question.wanted || String(setting.id) === question.wanted)
  const ofStore = settings.find((setting) => String(setting.id) === question.storeRewardId)
  const special = fitting.find((setting) => !setting.isDefault)
  return wanted ?? special ?? ofStore ?? [...settings].sort(byPriority).find((setting) => setting.isDefault) ?? null
}

export function formulaOf(setting: RewardSetting): RewardFormula {
  const limits = { minSpend: setting.minSpend, maxPoints: setting.maxPointsPerTxn, rewardPoints: setting.rewardPoints }
  if (setting.rewardType !== rewardType.bySpend) return { kind: 'fixed', ...limits }
  return {
    kind: 'perSpend',
    ...limits,
    spendAmount: setting.spendAmount ?? 1,
    rounding: setting.roundingMode === roundingMode.halfUp ? 'halfUp' : 'floor',
    excludePointPart: setting.excludePointPart,
  }
}
