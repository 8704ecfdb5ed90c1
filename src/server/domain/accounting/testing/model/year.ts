import { type Decimal, isLess, minus, percent, plus, rounded, smaller, total } from './decimal.ts'
import { type Tier, taxRate, tierOf } from './month.ts'

/** The discount of a year and how it is spread, by the document alone (domain 7.3). */

/** @param tierPoints the year's points, or their sum over the group */
export function auditYear(fee: Decimal, tierPoints: Decimal, tiers: readonly Tier[]) {
  const rate = tierOf(tiers, tierPoints)
  const discount = rounded(percent(fee, rate))
  const tax = rounded(percent(discount, taxRate))
  return { rate, discount, tax, total: plus(discount, tax) }
}

/** What of an invoice was not credited yet. */
export interface AuditedInvoice {
  readonly no: string
  readonly date: string
  readonly untaxed: Decimal
  readonly tax: Decimal
}

export interface AuditedPart {
  readonly no: string
  readonly untaxed: Decimal
  readonly tax: Decimal
}

/**
 * Latest first, each at most what is left of it: an invoice gives what the sum of all from the latest to it covers, less what the later
 * ones cover. The tax of a part is its own, never more than is left of the whole tax or of the invoice's; the last takes what is left.
 */
export function auditSpread(invoices: readonly AuditedInvoice[], untaxed: Decimal, tax: Decimal) {
  const latestFirst = invoices.toSorted((one, other) => (one.date < other.date ? 1 : -1))
  const covered = (count: number) => smaller(untaxed, total(latestFirst.slice(0, count).map((invoice) => invoice.untaxed)))
  const shares = latestFirst.map((invoice, index) => ({ invoice, part: minus(covered(index + 1), covered(index)) }))
  const touched = shares.filter(({ part }) => isLess('0', part))
  const parts: AuditedPart[] = []
  touched.forEach(({ invoice, part }, index) => {
    const left = minus(tax, total(parts.map((earlier) => earlier.tax)))
    const own = index === touched.length - 1 ? left : smaller(rounded(percent(part, taxRate)), left)
    parts.push({ no: invoice.no, untaxed: part, tax: smaller(own, invoice.tax) })
  })
  return { parts, rest: minus(untaxed, covered(latestFirst.length)) }
}
