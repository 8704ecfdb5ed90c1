import { expiryRule, rewardType, storeScope } from '../../../rules/codes.generated.ts'
import type { NewRecordOf } from '../../records/hooks.ts'

type Reward = NewRecordOf<'rewardPoint'>
type Conditional = 'paymentTypes' | 'retailStoreNos' | 'storeScope' | 'rewardType' | 'expiryRule'

/** Empties fields whose condition on another field is not met, because they mean nothing then. */
export function withoutMeaninglessFields(reward: Pick<Reward, Conditional>) {
  const hasExpiryValue = reward.expiryRule === expiryRule.endOfMonthAfterMonths || reward.expiryRule === expiryRule.afterDays
  return {
    paymentTypes: reward.paymentTypes ?? [],
    retailStoreNos: reward.storeScope === storeScope.chosen ? (reward.retailStoreNos ?? []) : [],
    ...(reward.rewardType === rewardType.bySpend ? {} : { spendAmount: null }),
    ...(hasExpiryValue ? {} : { expiryValue: null }),
    ...(reward.expiryRule === expiryRule.fixedDate ? {} : { expiryDate: null }),
  }
}

/** Points per NT$100 in percent, with two decimals; null for a fixed number of points. */
export function rewardRatePercent(reward: Pick<Reward, 'rewardPoints' | 'spendAmount' | 'rewardType'>): number | null {
  const { rewardPoints, spendAmount } = reward
  if (reward.rewardType !== rewardType.bySpend || typeof spendAmount !== 'number') return null
  return Math.round((rewardPoints * 10_000) / spendAmount) / 100
}

/** Problems of a setting that its entity document cannot express, by field. */
export function rewardProblems(
  reward: Pick<Reward, 'storeScope' | 'retailStoreNos' | 'expiryRule' | 'expiryDate' | 'endDate'>,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (reward.storeScope === storeScope.chosen && reward.retailStoreNos?.length === 0) problems.retailStoreNos = '適用門市 必填'
  if (reward.expiryRule === expiryRule.fixedDate && reward.expiryDate && reward.expiryDate < reward.endDate) {
    problems.expiryDate = '指定到期日不可早於設定迄日。'
  }
  return problems
}
