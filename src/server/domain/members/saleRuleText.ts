import { expiryRule } from '../../../rules/codes.generated.ts'
import { figureText } from '../../../rules/figures.ts'
import type { ActivityRule, ExpiryRule, ExtraRule, RewardFormula, SaleRule } from '../points/public.ts'

const points = (value: number) => `${figureText(value, 'points')} 點`
const money = (value: number) => `${figureText(value, 'money')} 元`

/** The rule that a sale was rewarded by, one sentence a line; parts that the sale did not have are not mentioned. */
export function saleRuleText(rule: SaleRule): string {
  return [
    rule.reward && `基本回饋：${rewardText(rule.reward)}`,
    rule.pointPart > 0 ? `以點數折抵 ${money(rule.pointPart)}` : null,
    rule.extra && `聯名卡加碼：${extraText(rule.extra, rule.extraRoom)}`,
    ...rule.activities.map((activity) => `行銷活動：${activityText(activity)}`),
    `效期：${expiryText(rule.expiry)}`,
    rule.effectiveDelayDays > 0 ? `交易後 ${rule.effectiveDelayDays} 天入點` : null,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

function rewardText(reward: RewardFormula): string {
  if (reward.kind === 'given') return `依特約商計算，消費 ${money(reward.amount)} 給 ${points(reward.points)}`
  const limits = [
    reward.minSpend > 0 ? `最低消費 ${money(reward.minSpend)}` : null,
    reward.maxPoints === null ? null : `單筆上限 ${points(reward.maxPoints)}`,
  ]
  if (reward.kind === 'fixed') return joined([`每筆給 ${points(reward.rewardPoints)}`, ...limits])
  return joined([
    `每消費 ${money(reward.spendAmount)} 給 ${points(reward.rewardPoints)}`,
    reward.rounding === 'floor' ? '無條件捨去' : '四捨五入',
    reward.excludePointPart ? '兌點金額不回饋' : null,
    ...limits,
  ])
}

function extraText(extra: ExtraRule, room: number | null): string {
  return joined([
    extra.extraRatioNo,
    `付款機構 ${extra.payerCompanyNo}`,
    `基本點數的 ${extra.extraRatio}%`,
    `付款機構負擔 ${extra.payerShareRatio}%`,
    extra.baseBearer === 'payer' ? '基本點數由付款機構負擔' : null,
    extra.eligibleAmount === null ? null : `刷卡金額 ${money(extra.eligibleAmount)}`,
    extra.monthlyCapPoints === null ? null : `每月上限 ${points(extra.monthlyCapPoints)}`,
    room === null ? null : `交易時尚餘 ${points(room)}`,
  ])
}

function activityText({ activityCode, formula, platformShare, room }: ActivityRule): string {
  return joined([activityCode, formulaText(formula), `平台負擔 ${platformShare}%`, room === null ? null : `交易時尚餘額度 ${points(room)}`])
}

function formulaText(formula: ActivityRule['formula']): string {
  switch (formula.kind) {
    case 'multiplier':
      return `基本點數 ${formula.multiplier} 倍`
    case 'fixed':
      return `滿 ${money(formula.minAmount)} 給 ${points(formula.points)}`
    case 'perStep':
      return `滿 ${money(formula.minAmount)}，每 ${money(formula.stepAmount)} 給 ${points(formula.points)}`
    case 'list':
      return `名單內會員給 ${points(formula.points)}`
  }
}

function expiryText(expiry: ExpiryRule): string {
  switch (expiry.rule) {
    case expiryRule.endOfNextYear:
      return '次年 12 月 31 日'
    case expiryRule.endOfMonthAfterMonths:
      return `${expiry.months} 個月後的月底`
    case expiryRule.afterDays:
      return `${expiry.days} 天`
    case expiryRule.fixedDate:
      return expiry.date
  }
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('，')
}
