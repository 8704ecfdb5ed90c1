import { rewardType, roundingMode, storeScope } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { expiryOf, type RewardFormula, type SaleRule } from '../../points/public.ts'
import { findExtraRule, type Payment } from '../facts/extraRule.ts'
import type { RewardSetting } from '../facts/readFacts.ts'

type RuleOfSale = Omit<SaleRule, 'extraRoom'>

/** What decides which reward setting a sale gets. */
interface RewardQuestion {
  readonly retailStoreNo: string
  /** Default of the outlet. */
  readonly storeRewardId: string | null
  /** PaymentType of the largest payment; null when the partner did not send payments. */
  readonly paymentType: string | null
  /** Number or id that the partner sent. */
  readonly wanted: string | undefined
}

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

function fits(setting: RewardSetting, { retailStoreNo, paymentType }: RewardQuestion): boolean {
  if (setting.storeScope === storeScope.chosen && !setting.retailStoreNos.includes(retailStoreNo)) return false
  return setting.paymentTypes.length === 0 || (paymentType !== null && setting.paymentTypes.includes(paymentType))
}

const byPriority = (one: RewardSetting, other: RewardSetting) => one.priority - other.priority || one.id - other.id

/** What of a sale decides its rule. */
export interface RuleQuestion {
  readonly companyNo: string
  readonly businessDate: string
  readonly amount: number
  readonly payments?: readonly Payment[] | undefined
  readonly pointPart?: number | undefined
}

/** The rule of a sale without campaigns. @param database called for sales that were paid by card */
export async function ruleOf(database: () => Executor, setting: RewardSetting, question: RuleQuestion): Promise<RuleOfSale> {
  const { companyNo, businessDate, amount, payments = [], pointPart = 0 } = question
  return {
    reward: formulaOf(setting),
    pointPart,
    extra: await findExtraRule(database, companyNo, businessDate, { amount, payments }),
    activities: [],
    expiry: expiryOf(setting),
    effectiveDelayDays: setting.effectiveDelayDays,
  }
}

function formulaOf(setting: RewardSetting): RewardFormula {
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

/** The payment with the largest amount; null without payments. */
export function mainPayment(payments: readonly Payment[]): Payment | null {
  return payments.reduce<Payment | null>((main, payment) => (main === null || payment.amount > main.amount ? payment : main), null)
}
