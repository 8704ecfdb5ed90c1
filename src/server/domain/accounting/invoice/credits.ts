import { sql } from 'kysely'
import { type InvoiceFeeType, invoiceDocType, invoiceStatus, statementKind } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import { type AllowancePart, type OpenInvoice, spreadAllowance } from '../calculation/yearly.ts'
import { wholeLine } from './documentLines.ts'
import { type DocumentSource, insertAllowance, takeFromInvoice } from './documents.ts'

/** AllowanceReason of the code table. */
export const allowanceReason = { returned: '1', yearly: '3', saleReturned: '4' } as const

/** An amount to be credited over earlier invoices of a fee, in whole NT$, positive. */
export interface Credit {
  readonly companyNo: string | null
  readonly feeType: InvoiceFeeType
  readonly salesAmount: number
  readonly taxAmount: number
  readonly taxPercent: number
  /** Only invoices of the months of this year; left out, any. */
  readonly year?: number
}

export type CreditPart = AllowancePart & { readonly invoiceId: number }

/**
 * Parts of a credit over the invoices of a company, latest first (domain 7.1, 7.3). The invoices stay locked.
 *
 * @throws 409 when the invoices leave less than is to be credited
 */
export async function spreadCredit(trx: Trx, credit: Credit): Promise<readonly CreditPart[]> {
  const open = await lockOpenInvoices(trx, credit)
  const { parts, rest } = spreadAllowance(open, credit.salesAmount, credit.taxAmount, credit.taxPercent)
  if (rest > 0) throw textError(409, `先前發票可折讓之餘額不足，尚差 ${rest} 元，無法折讓。`)
  const ids = new Map(open.map(({ id, invoiceNo }) => [invoiceNo, id]))
  return parts.map((part) => ({ ...part, invoiceId: ids.get(part.invoiceNo) as number }))
}

/** Allowances that wait to be issued, one for each part. */
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

/** Takes back the drafts of a statement or a year that is opened again. */
export async function dropDrafts(
  trx: Trx,
  { of, id }: { readonly of: 'statementId' | 'yearlyStatementId'; readonly id: number },
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  const drafts = await trx
    .updateTable('invoiceDocument')
    .set({ status: invoiceStatus.void, voidReason: reason, voidedBy: by, voidedAt: at })
    .where(of, '=', id)
    .where('status', '=', invoiceStatus.draft)
    .returning(['originalId', 'salesAmount', 'taxAmount'])
    .execute()
  for (const { originalId, ...amounts } of drafts) if (originalId !== null) await takeFromInvoice(trx, originalId, amounts, -1)
}

/** Invoices of a buyer that still have something left to credit, locked. */
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
