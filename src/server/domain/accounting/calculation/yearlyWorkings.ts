import { percentOf, wholeAmount } from '../../../../rules/money.ts'
import type { DiscountTier } from '../../pricing/public.ts'
import { amountStep, rateText, reachedText, shownSteps, sumStep, sumText, type WorkingStep } from './workings.ts'

/** Discount of a year in whole NT$. Points and fee are those of the company; the tier points are those of its group when it is combined. */
export interface YearAmounts {
  readonly yearPoints: number
  readonly tierBasePoints: number
  readonly yearFee: number
  /** Percent. */
  readonly discountRate: number
  readonly discountAmount: number
  readonly discountTax: number
}

export interface YearFacts extends YearAmounts {
  readonly tiers: readonly DiscountTier[]
  readonly combineGroup: boolean
  /** The months of this company, without those of its group. */
  readonly own: readonly { readonly periodNo: string; readonly points: number; readonly fee: number }[]
  readonly taxPercent: number
}

/** Lists each formula of a yearly discount with its numbers filled in (計算說明). */
export function yearlyWorkings(year: YearFacts): readonly WorkingStep[] {
  const { own, yearFee, discountRate, discountAmount, discountTax, taxPercent } = year
  const billed = Math.max(yearFee, 0)
  return shownSteps([
    sumStep('年度淨點數', '各月對帳單之淨點數合計', amountsOf(own, 'points'), year.yearPoints),
    {
      title: '年度折扣率',
      formula: year.combineGroup ? '集團合計點數達到的級距' : '年度淨點數達到的級距',
      numbers: reachedText(year.tiers, year.tierBasePoints),
      result: rateText(discountRate),
    },
    sumStep('年度費用', '各月對帳單之費用合計（未稅，月結折扣後）', amountsOf(own, 'fee'), yearFee),
    amountStep(
      ['折讓金額', '年度費用 × 年度折扣率'],
      `${sumText([billed])} × ${rateText(discountRate)}`,
      percentOf(wholeAmount(billed), discountRate),
      discountAmount,
    ),
    amountStep(
      ['折讓稅額', `折讓金額 × 稅率 ${rateText(taxPercent)}`],
      `${sumText([discountAmount])} × ${rateText(taxPercent)}`,
      percentOf(wholeAmount(discountAmount), taxPercent),
      discountTax,
    ),
    sumStep('折讓合計', '折讓金額 + 折讓稅額', [discountAmount, discountTax], discountAmount + discountTax),
  ])
}

function amountsOf(months: YearFacts['own'], what: 'points' | 'fee'): readonly number[] {
  return months.length === 0 ? [0] : months.map((month) => month[what])
}
