import { amountOf, percentOf, roundMoney, taxOf } from '../../../rules/money.ts'

/** Amounts of a sale of points, in whole NT$. */
export interface SaleAmounts {
  readonly salesAmount: number
  readonly taxAmount: number
  readonly totalAmount: number
}

/**
 * Price of points: unit price without tax × points less the discount, rounded once; and the tax of this amount, rounded once (domain 7.6).
 *
 * @param unitPrice NT$ without tax, up to 4 decimals
 * @param discountRate percent off, up to 2 decimals
 * @param taxPercent up to 2 decimals (TAX.RATE)
 */
export function saleAmounts(points: number, unitPrice: number, discountRate: number, taxPercent: number): SaleAmounts {
  const salesAmount = roundMoney(percentOf(amountOf(points, unitPrice), 100 - discountRate))
  const taxAmount = taxOf(salesAmount, taxPercent)
  return { salesAmount, taxAmount, totalAmount: salesAmount + taxAmount }
}
