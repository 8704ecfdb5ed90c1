import { taxOf } from '../../../../rules/money.ts'

/** An invoice of the year with what of it was not credited yet, in whole NT$. */
export interface OpenInvoice {
  readonly invoiceNo: string
  /** YYYY-MM-DD. */
  readonly invoiceDate: string
  /** Without tax. */
  readonly remainingAmount: number
  readonly remainingTax: number
}

/** An allowance over one invoice, in whole NT$. */
export interface AllowancePart {
  readonly invoiceNo: string
  readonly salesAmount: number
  readonly taxAmount: number
}

/** How an amount is credited over invoices; what no invoice is left for stays as `rest`. */
export interface AllowanceSpread {
  readonly parts: readonly AllowancePart[]
  /** Without tax. */
  readonly rest: number
}

/**
 * Spreads a credit over invoices, latest first, each at most what is left of it (domain 7.3). Each part carries its own tax; the last one
 * takes what is left of the whole tax, so that the parts add up to it.
 *
 * @param discount to credit without tax, 0 or more
 * @param tax of `discount`, rounded once
 */
export function spreadAllowance(invoices: readonly OpenInvoice[], discount: number, tax: number, taxPercent: number): AllowanceSpread {
  const latestFirst = invoices
    .filter(({ remainingAmount }) => remainingAmount > 0)
    .sort((one, other) => compareText(other.invoiceDate, one.invoiceDate) || compareText(other.invoiceNo, one.invoiceNo))
  const parts: AllowancePart[] = []
  let [left, taxLeft] = [discount, tax]
  for (const { invoiceNo, remainingAmount, remainingTax } of latestFirst) {
    if (left === 0) break
    const salesAmount = Math.min(left, remainingAmount)
    left -= salesAmount
    const own = left === 0 ? taxLeft : Math.min(taxOf(salesAmount, taxPercent), taxLeft)
    const taxAmount = Math.min(own, remainingTax)
    taxLeft -= taxAmount
    parts.push({ invoiceNo, salesAmount, taxAmount })
  }
  return { parts, rest: left }
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
