import { type Decimal, isLess, minus, percent, plus, rounded, smaller, total } from './decimal.ts'
import { type Tier, taxRate, tierOf } from './month.ts'

/** The discount of a year and its spread over invoices, computed from domain 7.3 alone. */

/** @param tierPoints points of the year, of the company or of its group */
export function auditYear(fee: Decimal, tierPoints: Decimal, tiers: readonly Tier[]) {
  const rate = tierOf(tiers, tierPoints)
  const discount = rounded(percent(fee, rate))
  const tax = rounded(percent(discount, taxRate))
  return { rate, discount, tax, total: plus(discount, tax) }
}

/** The part of an invoice that was not credited yet. */
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
 * Spreads a credit over invoices, latest first, each at most what is left of it. The part of an invoice is what all invoices from the
 * latest to it cover together, less what the later ones cover. The tax of a part is its rounded tax, at most the remaining tax of the
 * credit and of the invoice; the last part takes the remaining tax.
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
