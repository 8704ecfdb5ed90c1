import { percentOf, sumOf, wholeAmount } from '../../../../rules/money.ts'
import { apItems, dpItems, dpProcFeeGrossOf, priceOf } from './entryGroup.ts'
import { couponPrice, type DiscountTerms, type MonthFacts, type MonthlyStatement } from './monthly.ts'
import {
  amountStep,
  countText,
  exactText,
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
export function monthlyWorkings(facts: MonthFacts, { lines, amounts }: MonthlyStatement): readonly WorkingStep[] {
  const tax = `稅率 ${rateText(facts.taxPercent)}`
  return shownSteps([
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
      numbers: amounts.netApPoints < 0 ? rateText(facts.lastDiscountRate) : tierText(facts.apDiscount, amounts.tierBasePoints),
      result: rateText(amounts.discountRate),
    },
    amountStep(['贈點金額', '贈點 × 單價（未稅）'], pricesText(lines, apItems), priceOf(lines, ...apItems), amounts.apGrossAmount),
    amountStep(
      ['贈點折扣', '未四捨五入之贈點金額 × 折扣率'],
      `${exactText(priceOf(lines, ...apItems))} × ${rateText(amounts.discountRate)}`,
      percentOf(priceOf(lines, ...apItems), amounts.discountRate),
      amounts.apDiscountAmount,
    ),
    sumStep('贈點費用', '贈點金額 − 折扣', [amounts.apGrossAmount, -amounts.apDiscountAmount], amounts.apFee),
    amountStep(
      ['負點沖銷', '沖銷點數 × 單價（未稅）'],
      pricesText(lines, ['writeOff']),
      priceOf(lines, 'writeOff'),
      amounts.writeOffAmount,
    ),
    amountStep(
      ['點數轉入', '轉入點數 × 單價（未稅）'],
      pricesText(lines, ['convertIn']),
      priceOf(lines, 'convertIn'),
      amounts.convInAmount,
    ),
    amountStep(
      ['贈點稅額', `（贈點費用 + 負點沖銷 + 點數轉入）× ${tax}`],
      `（${sumText([amounts.apFee, amounts.writeOffAmount, amounts.convInAmount])}）× ${rateText(facts.taxPercent)}`,
      percentOf(wholeAmount(amounts.apFee + amounts.writeOffAmount + amounts.convInAmount), facts.taxPercent),
      amounts.apTax,
    ),
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
      numbers: tierText(facts.dpDiscount, amounts.dpTierBasePoints),
      result: rateText(amounts.dpDiscountRate),
      isEmpty: facts.dpDiscount === null,
    },
    sumStep('兌點處理費', '處理費 − 折扣', [amounts.dpGrossFee, -amounts.dpDiscountAmount], amounts.dpProcFee),
    amountStep(
      ['處理費稅額', `兌點處理費 × ${tax}`],
      `${countText(amounts.dpProcFee)} × ${rateText(facts.taxPercent)}`,
      percentOf(wholeAmount(amounts.dpProcFee), facts.taxPercent),
      amounts.dpProcTax,
    ),
    amountStep(
      ['票券核銷款', '使用張數 × 核銷單價（含稅）'],
      facts.coupons.map(({ couponCount, settlePrice }) => `${countText(couponCount)} × ${priceText(settlePrice)}`).join(' + '),
      sumOf(facts.coupons.map(couponPrice)),
      amounts.couponSettleAmount,
    ),
    amountStep(
      ['點數轉出', '轉出點數 × 單價（含稅）'],
      pricesText(lines, ['convertOut']),
      priceOf(lines, 'convertOut'),
      amounts.convOutAmount,
    ),

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
  ])
}

function tierText(terms: DiscountTerms | null, points: number): string {
  if (terms === null) return '沒有生效的折扣設定'
  const group = terms.groupPoints === null ? '' : '集團合計 '
  return `${group}${reachedText(terms.tiers, points)}`
}
