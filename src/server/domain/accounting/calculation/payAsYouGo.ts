import { roundMoney, taxOf } from '../../../../rules/money.ts'
import { type EntryGroup, linesOf, paygItems, pointsOf, priceOf, type StatementLine } from './entryGroup.ts'

/**
 * Amounts that a payer pays for a pay-as-you-go period (domain 7.4). Only the payer's own share counts, and there are no discount tiers.
 */
export interface PayAsYouGoAmounts {
  readonly basePoints: number
  readonly extraPoints: number
  readonly returnedPoints: number
  readonly netPoints: number
  readonly feeAmount: number
  readonly taxAmount: number
  readonly totalAmount: number
}

export function payAsYouGoStatement(
  groups: readonly EntryGroup[],
  taxPercent: number,
): { readonly lines: readonly StatementLine[]; readonly amounts: PayAsYouGoAmounts } {
  const lines = linesOf(groups)
  const feeAmount = roundMoney(priceOf(lines, ...paygItems))
  const taxAmount = taxOf(feeAmount, taxPercent)
  return {
    lines,
    amounts: {
      basePoints: pointsOf(lines, 'paygBase'),
      extraPoints: pointsOf(lines, 'paygExtra'),
      returnedPoints: -pointsOf(lines, 'paygReturned') + 0,
      netPoints: pointsOf(lines, ...paygItems),
      feeAmount,
      taxAmount,
      totalAmount: feeAmount + taxAmount,
    },
  }
}
