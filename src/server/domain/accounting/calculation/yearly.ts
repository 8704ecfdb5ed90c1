import { taxOf } from '../../../../rules/money.ts'

/** An invoice of the year, with the amount that was not credited yet. Whole NT$. */
export interface OpenInvoice {
  readonly invoiceNo: string
  /** YYYY-MM-DD. */
  readonly invoiceDate: string
  /** Without tax. */
  readonly remainingAmount: number
  readonly remainingTax: number
}

/** The part of a credit that one allowance takes from one invoice. Whole NT$. */
export interface AllowancePart {
  readonly invoiceNo: string
  readonly salesAmount: number
  readonly taxAmount: number
}

/** How a credit is spread over invoices. `rest` is what no invoice could take. */
export interface AllowanceSpread {
  readonly parts: readonly AllowancePart[]
  /** Without tax. */
  readonly rest: number
}

/**
 * Spreads a credit over invoices, latest invoice first; each gives at most what is left of it (domain 7.3). The tax of each part is
 * computed from the part; the last part takes the remaining tax, so that the taxes add up to `tax`.
 *
 * @param discount amount to credit, NT$ without tax, 0 or more
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
