import type { RecordValues } from '../../records/hooks.ts'

/** Fields that only mean something together with another one; emptied when it does not hold. */
export function withoutMeaninglessFields(reward: RecordValues): RecordValues {
  return {
    paymentTypes: reward.paymentTypes ?? [],
    retailStoreNos: reward.storeScope === '2' ? (reward.retailStoreNos ?? []) : [],
    ...(reward.rewardType === '1' ? {} : { spendAmount: null }),
    ...(reward.expiryRule === '2' || reward.expiryRule === '3' ? {} : { expiryValue: null }),
    ...(reward.expiryRule === '4' ? {} : { expiryDate: null }),
  }
}

/** Points per NT$100, in percent with two decimals; null for a fixed number of points. */
export function rewardRatePercent(reward: RecordValues): number | null {
  const { rewardPoints, spendAmount, rewardType } = reward
  if (rewardType !== '1' || typeof rewardPoints !== 'number' || typeof spendAmount !== 'number') return null
  return Math.round((rewardPoints * 10_000) / spendAmount) / 100
}

/** What is wrong with a setting beyond what its entity document says, by field. */
export function rewardProblems(reward: RecordValues): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (reward.storeScope === '2' && (reward.retailStoreNos as readonly unknown[]).length === 0) problems.retailStoreNos = '適用門市 必填'
  if (reward.expiryRule === '4' && String(reward.expiryDate) < String(reward.endDate)) {
    problems.expiryDate = '指定到期日不可早於設定迄日。'
  }
  return problems
}
