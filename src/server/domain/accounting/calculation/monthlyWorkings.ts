import { percentOf, sumOf, wholeAmount } from '../../../../rules/money.ts'
import { apItems, dpItems, dpProcFeeGrossOf, priceOf } from './entryGroup.ts'
import { couponPrice, type DiscountTerms, type MonthFacts, type MonthlyAmounts, type MonthlyStatement } from './monthly.ts'
import {
  amountStep,
  type CandidateStep,
  countText,
  exactText,
  priceStep,
  pricesText,
  priceText,
  rateText,
  reachedText,
  shownSteps,
  sumStep,
  sumText,
  type WorkingStep,
  withoutFeeRates,
} from './workings.ts'

/** Lists each formula of a monthly statement with its numbers filled in (計算說明). Steps whose amount is zero are left out. */
export function monthlyWorkings(facts: MonthFacts, statement: MonthlyStatement): readonly WorkingStep[] {
  return shownSteps([
    ...awardPointSteps(facts, statement),
    ...awardFeeSteps(facts, statement),
    ...redeemSteps(facts, statement),
    ...paidOutSteps(facts, statement),
    ...balanceSteps(statement.amounts),
  ])
}

/** How many points the company gave to members, and the rate of its discount. */
function awardPointSteps({ apDiscount, lastDiscountRate }: MonthFacts, { amounts }: MonthlyStatement): readonly CandidateStep[] {
  return [
    {
      title: '淨贈點',
      formula: '贈點 − 退點 + 調整',
      numbers: sumText([amounts.issuedPoints, -amounts.returnedPoints, amounts.adjustedPoints]),
      result: countText(amounts.netApPoints),
    },
    {
      title: '預購扣用點數',
      formula: '自預購點數扣用，不另計費',
      numbers: countText(amounts.prepaidUsedPoints),
      result: countText(amounts.prepaidUsedPoints),
      isEmpty: amounts.prepaidUsedPoints === 0,
    },
    {
      title: '贈點折扣率',
      formula: amounts.netApPoints < 0 ? '淨贈點為負，依最近一期淨贈點為正之折扣率' : '級距基準點數達到的級距',
      numbers: amounts.netApPoints < 0 ? rateText(lastDiscountRate) : tierText(apDiscount, amounts.tierBasePoints),
      result: rateText(amounts.discountRate),
    },
  ]
}

/** What the company pays for the points given. */
function awardFeeSteps({ taxPercent }: MonthFacts, { lines, amounts }: MonthlyStatement): readonly CandidateStep[] {
  const gross = priceOf(lines, ...apItems)
  const taxed = [amounts.apFee, amounts.writeOffAmount, amounts.convInAmount]
  return [
    priceStep(['贈點金額', '贈點 × 單價（未稅）'], lines, apItems, amounts.apGrossAmount),
    amountStep(
      ['贈點折扣', '未四捨五入之贈點金額 × 折扣率'],
      `${exactText(gross)} × ${rateText(amounts.discountRate)}`,
      percentOf(gross, amounts.discountRate),
      amounts.apDiscountAmount,
    ),
    sumStep('贈點費用', '贈點金額 − 折扣', [amounts.apGrossAmount, -amounts.apDiscountAmount], amounts.apFee),
    priceStep(['負點沖銷', '沖銷點數 × 單價（未稅）'], lines, ['writeOff'], amounts.writeOffAmount),
    priceStep(['點數轉入', '轉入點數 × 單價（未稅）'], lines, ['convertIn'], amounts.convInAmount),
    amountStep(
      ['贈點稅額', `（贈點費用 + 負點沖銷 + 點數轉入）× 稅率 ${rateText(taxPercent)}`],
      `（${sumText(taxed)}）× ${rateText(taxPercent)}`,
      percentOf(wholeAmount(taxed.reduce((sum, amount) => sum + amount)), taxPercent),
      amounts.apTax,
    ),
  ]
}

/** What the platform pays for redeemed points, and the processing fee that it charges for them. */
function redeemSteps({ dpDiscount, taxPercent }: MonthFacts, { lines, amounts }: MonthlyStatement): readonly CandidateStep[] {
  return [
    {
      title: '淨兌點',
      formula: '兌點 − 兌點退回 + 調整',
      numbers: sumText([amounts.redeemedPoints, -amounts.redeemReturnPoints, amounts.dpAdjustedPoints]),
      result: countText(amounts.netDpPoints),
    },
    amountStep(
      ['兌點款', '兌點 × 單價（含稅）'],
      withoutFeeRates(pricesText(lines, dpItems)),
      priceOf(lines, ...dpItems),
      amounts.dpAmount,
    ),
    amountStep(['處理費（折扣前）', '兌點 × 單價 × 處理費率'], pricesText(lines, dpItems), dpProcFeeGrossOf(lines), amounts.dpGrossFee),
    {
      title: '處理費折扣率',
      formula: '級距基準點數達到的級距',
      numbers: tierText(dpDiscount, amounts.dpTierBasePoints),
      result: rateText(amounts.dpDiscountRate),
      isEmpty: dpDiscount === null,
    },
    sumStep('兌點處理費', '處理費 − 折扣', [amounts.dpGrossFee, -amounts.dpDiscountAmount], amounts.dpProcFee),
    amountStep(
      ['處理費稅額', `兌點處理費 × 稅率 ${rateText(taxPercent)}`],
      `${sumText([amounts.dpProcFee])} × ${rateText(taxPercent)}`,
      percentOf(wholeAmount(amounts.dpProcFee), taxPercent),
      amounts.dpProcTax,
    ),
  ]
}

/** What the platform pays for used coupons and for points that left for another platform. */
function paidOutSteps({ coupons }: MonthFacts, { lines, amounts }: MonthlyStatement): readonly CandidateStep[] {
  return [
    amountStep(
      ['票券核銷款', '使用張數 × 核銷單價（含稅）'],
      coupons.map(({ couponCount, settlePrice }) => `${countText(couponCount)} × ${priceText(settlePrice)}`).join(' + '),
      sumOf(coupons.map(couponPrice)),
      amounts.couponSettleAmount,
    ),
    priceStep(['點數轉出', '轉出點數 × 單價（含稅）'], lines, ['convertOut'], amounts.convOutAmount),
  ]
}

/** What is due both ways, and who pays the difference. */
function balanceSteps(amounts: MonthlyAmounts): readonly CandidateStep[] {
  return [
    sumStep(
      '應收',
      '贈點費用 + 負點沖銷 + 點數轉入 + 贈點稅額 + 兌點處理費 + 處理費稅額',
      [amounts.apFee, amounts.writeOffAmount, amounts.convInAmount, amounts.apTax, amounts.dpProcFee, amounts.dpProcTax],
      amounts.receivableAmount,
    ),
    sumStep(
      '應付',
      '兌點款 + 票券核銷款 + 點數轉出',
      [amounts.dpAmount, amounts.couponSettleAmount, amounts.convOutAmount],
      amounts.payableAmount,
    ),
    sumStep(
      '淨額',
      '應收 − 應付 + 年度折讓抵帳',
      [amounts.receivableAmount, -amounts.payableAmount, amounts.otherAmount],
      amounts.netAmount,
    ),
  ]
}

function tierText(terms: DiscountTerms | null, points: number): string {
  if (terms === null) return '沒有生效的折扣設定'
  const group = terms.groupPoints === null ? '' : '集團合計 '
  return `${group}${reachedText(terms.tiers, points)}`
}
