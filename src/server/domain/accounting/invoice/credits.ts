import { sql } from 'kysely'
import { type InvoiceFeeType, invoiceDocType, invoiceStatus, statementKind } from '../../../../rules/codes.generated.ts'
import { figureText } from '../../../../rules/figures.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import { type AllowancePart, type OpenInvoice, spreadAllowance } from '../calculation/yearly.ts'
import { wholeLine } from './documentLines.ts'
import { type DocumentSource, insertAllowance, takeFromInvoice } from './documents.ts'

/** Values of the code table AllowanceReason. */
export const allowanceReason = { returned: '1', yearly: '3', saleReturned: '4' } as const

/** An amount to credit against earlier invoices of a fee: whole NT$, positive. */
export interface Credit {
  readonly companyNo: string | null
  readonly feeType: InvoiceFeeType
  readonly salesAmount: number
  readonly taxAmount: number
  readonly taxPercent: number
  /** Restricts the credit to invoices of the months of this year; absent: invoices of any year. */
  readonly year?: number
}

export type CreditPart = AllowancePart & { readonly invoiceId: number }

/**
 * Splits a credit over the invoices of a company, latest first (domain 7.1, 7.3). Locks these invoices until the transaction ends.
 *
 * @throws 409 when less is left of the invoices than has to be credited
 */
export async function spreadCredit(trx: Trx, credit: Credit): Promise<readonly CreditPart[]> {
  const open = await lockOpenInvoices(trx, credit)
  const { parts, rest } = spreadAllowance(open, credit.salesAmount, credit.taxAmount, credit.taxPercent)
  if (rest > 0) throw textError(409, `先前發票可折讓之餘額不足，尚差 ${figureText(rest, 'money')} 元，無法折讓。`)
  const ids = new Map(open.map(({ id, invoiceNo }) => [invoiceNo, id]))
  return parts.map((part) => ({ ...part, invoiceId: ids.get(part.invoiceNo) as number }))
}

/** Inserts a draft allowance for each part. */
export async function insertAllowances(
  trx: Trx,
  {
    source,
    feeType,
    reasonCode,
    parts,
  }: {
    readonly source: DocumentSource
    readonly feeType: InvoiceFeeType
    readonly reasonCode: string
    readonly parts: readonly CreditPart[]
  },
  { today, by }: { readonly today: string; readonly by: string },
): Promise<void> {
  for (const { invoiceId, invoiceNo, salesAmount, taxAmount } of parts) {
    await takeFromInvoice(trx, invoiceId, { salesAmount, taxAmount }, 1)
    const lines = [wholeLine(`折讓 ${invoiceNo}`, salesAmount, source.sourceNo)]
    const allowance = { ...source, salesAmount, taxAmount, feeType, originalId: invoiceId, reasonCode, lines }
    await insertAllowance(trx, allowance, { today, by, issue: null })
  }
}

/** Removes the draft allowances of a statement or a year, all or those of one fee. */
export async function dropDrafts(
  trx: Trx,
  { of, id, feeType }: { readonly of: 'statementId' | 'yearlyStatementId'; readonly id: number; readonly feeType?: InvoiceFeeType },
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  const drafts = await trx
    .updateTable('invoiceDocument')
    .set({ status: invoiceStatus.void, voidReason: reason, voidedBy: by, voidedAt: at })
    .where(of, '=', id)
    .where('status', '=', invoiceStatus.draft)
    .$if(feeType !== undefined, (all) => all.where('feeType', '=', feeType as InvoiceFeeType))
    .returning(['originalId', 'salesAmount', 'taxAmount'])
    .execute()
  for (const { originalId, ...amounts } of drafts) if (originalId !== null) await takeFromInvoice(trx, originalId, amounts, -1)
}

/** Locks and returns the invoices of a buyer that are not fully credited. */
async function lockOpenInvoices(
  trx: Trx,
  { companyNo, feeType, year }: Credit,
): Promise<readonly (OpenInvoice & { readonly id: number })[]> {
  let query = trx
    .selectFrom('invoiceDocument')
    .select(['id', 'docNo', 'issueDate', 'salesAmount', 'taxAmount', 'allowanceSales', 'allowanceTax'])
    .where('companyNo', '=', companyNo)
    .where('feeType', '=', feeType)
    .where('docType', '=', invoiceDocType.invoice)
    .where('status', 'in', [invoiceStatus.issued, invoiceStatus.partlyCredited])
  if (year !== undefined) {
    query = query.where('statementId', 'in', (months) =>
      months
        .selectFrom('statement')
        .select('id')
        .where('statementKind', '=', statementKind.monthly)
        .where(sql<number>`extract(year from end_date)`, '=', year),
    )
  }
  const rows = await query.orderBy('id').forUpdate().execute()
  return rows.map((row) => ({
    ...{ id: row.id, invoiceNo: String(row.docNo), invoiceDate: String(row.issueDate) },
    remainingAmount: row.salesAmount - row.allowanceSales,
    remainingTax: row.taxAmount - row.allowanceTax,
  }))
}
