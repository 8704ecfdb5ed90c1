import type { Random } from '../../../records/testing/random.ts'
import { spreadAllowance } from '../calculation/yearly.ts'
import { assertSame, type CaseCounts } from './engineFacts.ts'
import { type Decimal, percent, rounded, total } from './model/decimal.ts'
import { taxRate } from './model/month.ts'
import { type AuditedInvoice, type AuditedPart, auditSpread } from './model/year.ts'

export interface AuditedCredit {
  readonly invoices: readonly AuditedInvoice[]
  readonly untaxed: Decimal
  readonly tax: Decimal
}

/**
 * Spreads a credit by the model and by the product, and compares the results.
 *
 * @returns the parts; empty when the invoices cannot cover the credit, which is then refused as a whole
 * @throws Error when the two results differ
 */
export function sameSpread(
  credit: AuditedCredit,
  { random, counts, name }: { readonly random: Random; readonly counts: CaseCounts; readonly name: string },
): readonly AuditedPart[] {
  // Shuffles the invoices, because the order in which they are read must not matter.
  const invoices = credit.invoices.toSorted(() => random.below(3) - 1)
  const model = auditSpread(invoices, credit.untaxed, credit.tax)
  const open = invoices.map((each) => ({
    ...{ invoiceNo: each.no, invoiceDate: each.date },
    ...{ remainingAmount: Number(each.untaxed), remainingTax: Number(each.tax) },
  }))
  const product = spreadAllowance(open, Number(credit.untaxed), Number(credit.tax), 5)
  const where = () => `${name}: ${JSON.stringify({ ...credit, invoices })}`
  assertSame({ rest: model.rest }, { rest: product.rest }, where)
  const isEnough = model.rest === '0'
  counts.note({ 'invoices leave less than the credit': !isEnough })
  if (!isEnough) return []
  const shown = (no: string, ...amounts: readonly unknown[]) => `${no} ${amounts.join(' + ')}`
  const parts = product.parts.map(({ invoiceNo, salesAmount, taxAmount }) => shown(invoiceNo, salesAmount, taxAmount))
  const expected = model.parts.map(({ no, untaxed, tax }) => shown(no, untaxed, tax))
  assertSame(expected, parts, where)
  counts.note(spreadCases(credit, model.parts))
  return model.parts
}

function spreadCases({ invoices, tax }: AuditedCredit, parts: readonly AuditedPart[]): Readonly<Record<string, boolean>> {
  const last = parts.at(-1)
  const latest = invoices.toSorted((one, other) => (one.date < other.date ? 1 : -1))[0]
  return {
    'credited on one invoice': parts.length === 1,
    'credited over two invoices': parts.length === 2,
    'credited over three or more invoices': parts.length > 2,
    'an exhausted invoice is left out': latest?.untaxed === '0',
    'the last part takes the rest of the tax':
      parts.length > 1 && last !== undefined && last.tax !== rounded(percent(last.untaxed, taxRate)),
    'the tax left on an invoice limits its part': total(parts.map((part) => part.tax)) !== tax,
  }
}
