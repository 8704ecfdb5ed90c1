import { roundMoney, taxOf } from '../../../../rules/money.ts'
import { dpItems, dpProcFeeGrossOf, type EntryGroup, linesOf, paygItems, pointsOf, priceOf, type StatementLine } from './entryGroup.ts'

/** Amounts of a bank billing cycle (domain 7.5): what the bank pays the platform, and what the platform pays the bank. */
export interface BankPeriodAmounts {
  readonly convInPoints: number
  readonly convInAmount: number
  /** Includes the base points that the bank pays for. */
  readonly extraPoints: number
  readonly extraAmount: number
  readonly convOutPoints: number
  readonly convOutAmount: number
  readonly dpPoints: number
  readonly dpAmount: number
  readonly dpProcFee: number
  /** Tax of the points sold plus tax of the fee. Each is rounded by itself, because each has its own invoice. */
  readonly salesTaxAmount: number
  readonly dpProcTax: number
  readonly taxAmount: number
  readonly receivableAmount: number
  readonly payableAmount: number
  readonly netAmount: number
}

export function bankPeriodStatement(
  groups: readonly EntryGroup[],
  taxPercent: number,
): { readonly lines: readonly StatementLine[]; readonly amounts: BankPeriodAmounts } {
  const lines = linesOf(groups)
  const convInAmount = roundMoney(priceOf(lines, 'convertIn'))
  const extraAmount = roundMoney(priceOf(lines, ...paygItems))
  const salesTaxAmount = taxOf(convInAmount + extraAmount, taxPercent)
  const dpProcFee = roundMoney(dpProcFeeGrossOf(lines))
  const dpProcTax = taxOf(dpProcFee, taxPercent)
  const convOutAmount = roundMoney(priceOf(lines, 'convertOut'))
  const dpAmount = roundMoney(priceOf(lines, ...dpItems))
  const receivableAmount = convInAmount + extraAmount + salesTaxAmount + dpProcFee + dpProcTax
  const payableAmount = convOutAmount + dpAmount
  return {
    lines,
    amounts: {
      convInPoints: pointsOf(lines, 'convertIn'),
      convInAmount,
      extraPoints: pointsOf(lines, ...paygItems),
      extraAmount,
      convOutPoints: pointsOf(lines, 'convertOut'),
      convOutAmount,
      dpPoints: pointsOf(lines, ...dpItems),
      dpAmount,
      dpProcFee,
      salesTaxAmount,
      dpProcTax,
      taxAmount: salesTaxAmount + dpProcTax,
      receivableAmount,
      payableAmount,
      netAmount: receivableAmount - payableAmount,
    },
  }
}
