import { percentOf, wholeAmount } from '../../../../rules/money.ts'
import type { BankPeriodAmounts } from './bankPeriod.ts'
import { dpItems, dpProcFeeGrossOf, paygItems, priceOf, type StatementLine } from './entryGroup.ts'
import type { PayAsYouGoAmounts } from './payAsYouGo.ts'
import {
  amountStep,
  countText,
  priceStep,
  pricesText,
  rateText,
  shownSteps,
  sumStep,
  sumText,
  type WorkingStep,
  withoutFeeRates,
} from './workings.ts'

/** Lists each formula of a pay-as-you-go statement with its numbers filled in (計算說明). */
export function payAsYouGoWorkings(
  lines: readonly StatementLine[],
  amounts: PayAsYouGoAmounts,
  taxPercent: number,
): readonly WorkingStep[] {
  return shownSteps([
    {
      title: '淨點數',
      formula: '負擔基本點數 + 加碼點數 − 退回',
      numbers: sumText([amounts.basePoints, amounts.extraPoints, -amounts.returnedPoints]),
      result: countText(amounts.netPoints),
    },
    priceStep(['費用', '點數 × 單價（未稅）'], lines, paygItems, amounts.feeAmount),
    taxStep(['稅額', '費用'], amounts.feeAmount, taxPercent, amounts.taxAmount),
    sumStep('總額', '費用 + 稅額', [amounts.feeAmount, amounts.taxAmount], amounts.totalAmount),
  ])
}

/** Lists each formula of a bank period with its numbers filled in (計算說明). */
export function bankPeriodWorkings(
  lines: readonly StatementLine[],
  amounts: BankPeriodAmounts,
  taxPercent: number,
): readonly WorkingStep[] {
  const sales = amounts.convInAmount + amounts.extraAmount
  const { convInAmount, extraAmount, dpProcFee, dpProcTax, salesTaxAmount } = amounts
  return shownSteps([
    priceStep(['紅利轉入', '轉入點數 × 單價（未稅）'], lines, ['convertIn'], convInAmount),
    priceStep(['加碼點數', '點數 × 單價（未稅）'], lines, paygItems, extraAmount),
    taxStep(['點數稅額', '（紅利轉入 + 加碼點數）'], sales, taxPercent, salesTaxAmount),
    amountStep(['兌點處理費', '折抵點數 × 單價 × 處理費率'], pricesText(lines, dpItems), dpProcFeeGrossOf(lines), dpProcFee),
    taxStep(['處理費稅額', '兌點處理費'], dpProcFee, taxPercent, dpProcTax),
    amountStep(
      ['兌點款', '折抵點數 × 單價（含稅）'],
      withoutFeeRates(pricesText(lines, dpItems)),
      priceOf(lines, ...dpItems),
      amounts.dpAmount,
    ),
    priceStep(['轉出', '轉出點數 × 單價（含稅）'], lines, ['convertOut'], amounts.convOutAmount),
    sumStep(
      '應收',
      '紅利轉入 + 加碼點數 + 點數稅額 + 兌點處理費 + 處理費稅額',
      [convInAmount, extraAmount, salesTaxAmount, dpProcFee, dpProcTax],
      amounts.receivableAmount,
    ),
    sumStep('應付', '兌點款 + 轉出', [amounts.dpAmount, amounts.convOutAmount], amounts.payableAmount),
    sumStep('淨額', '應收 − 應付', [amounts.receivableAmount, -amounts.payableAmount], amounts.netAmount),
  ])
}

function taxStep([title, of]: readonly [string, string], amount: number, taxPercent: number, tax: number) {
  const exact = percentOf(wholeAmount(amount), taxPercent)
  return amountStep([title, `${of} × 稅率`], `${sumText([amount])} × ${rateText(taxPercent)}`, exact, tax)
}
