import { randomInt } from 'node:crypto'
import { type InvoiceFeeType, invoiceDocType, invoiceStatus, statementKind } from '../../../../rules/codes.generated.ts'
import { taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { nextDatedNumber } from '../../numbers.ts'
import type { DocumentLine } from './documentLines.ts'

/** What a document bills, `source_kind` of invoice_document: a statement by its kind, a sale of points, a year. */
export const sourceKind = { ...statementKind, sale: '4', yearly: '5' } as const
export type SourceKind = (typeof sourceKind)[keyof typeof sourceKind]

/** Who a document is made out to and what for. */
export interface DocumentSource {
  readonly sourceKind: SourceKind
  /** Number of the statement or sale. */
  readonly sourceNo: string
  readonly statementId: number | null
  readonly yearlyStatementId: number | null
  readonly companyNo: string | null
  readonly corporateNo: string | null
  readonly buyerName: string
  readonly taxNumber: string
}

/** Whole NT$, positive. */
export interface DocumentAmounts {
  readonly salesAmount: number
  readonly taxAmount: number
}

export interface NewInvoice extends DocumentSource, DocumentAmounts {
  readonly feeType: InvoiceFeeType
  readonly lines: readonly DocumentLine[]
}

export interface Issue {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly at: Date
  readonly by: string
}

/** An invoice that waits for its number. @returns its id */
export async function insertInvoiceDraft(trx: Trx, { lines, ...invoice }: NewInvoice, madeBy: string): Promise<number> {
  const { id } = await trx
    .insertInto('invoiceDocument')
    .values({ ...invoice, docType: invoiceDocType.invoice, createdBy: madeBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(trx, id, lines)
  return id
}

/** An invoice with its number. */
export async function insertIssuedInvoice(
  trx: Trx,
  { lines, ...invoice }: NewInvoice,
  issue: Issue & { readonly docNo: string },
): Promise<void> {
  const { id } = await trx
    .insertInto('invoiceDocument')
    .values({ ...invoice, docType: invoiceDocType.invoice, ...issuedValues(issue), createdBy: issue.by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(trx, id, lines)
}

/** Columns of an invoice that gets its number. */
export function issuedValues({ docNo, ...issue }: Issue & { readonly docNo: string }) {
  // Four digits that nobody can foresee: the rule for e-invoices.
  return { docNo, randomNumber: String(randomInt(10_000)).padStart(4, '0'), ...stamped(issue) }
}

/** Columns of a document on the day of its issue. */
export function stamped({ date, at, by }: Issue) {
  return { status: invoiceStatus.issued, issueDate: date, issuedAt: at, issuedBy: by, taxPeriod: taxPeriodOf(date) }
}

export interface NewAllowance extends DocumentSource, DocumentAmounts {
  readonly feeType: InvoiceFeeType
  readonly originalId: number
  readonly reasonCode: string
  readonly lines: readonly DocumentLine[]
}

/**
 * An allowance over an invoice; its amounts are taken from what is left of the invoice at once, also while it waits to be issued.
 *
 * @param issue null leaves it to be issued
 * @returns its number
 */
export async function insertAllowance(
  trx: Trx,
  { lines, ...allowance }: NewAllowance,
  { today, by, issue }: { readonly today: string; readonly by: string; readonly issue: Issue | null },
): Promise<string> {
  const docNo = await nextDatedNumber(trx, 'AL', issue?.date ?? today, 6)
  const { id } = await trx
    .insertInto('invoiceDocument')
    .values({ ...allowance, docType: invoiceDocType.allowance, docNo, ...(issue && stamped(issue)), createdBy: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(trx, id, lines)
  return docNo
}

/** Moves what allowances take from an invoice, and the state that it shows by it; the invoice is locked. */
export async function takeFromInvoice(
  trx: Trx,
  invoiceId: number,
  { salesAmount, taxAmount }: DocumentAmounts,
  direction: 1 | -1,
): Promise<void> {
  await trx
    .updateTable('invoiceDocument')
    .set((each) => ({
      allowanceSales: each('allowanceSales', '+', direction * salesAmount),
      allowanceTax: each('allowanceTax', '+', direction * taxAmount),
      rowVersion: each('rowVersion', '+', 1),
    }))
    .where('id', '=', invoiceId)
    .execute()
  await trx
    .updateTable('invoiceDocument')
    .set((each) => ({
      status: each
        .case()
        .when('allowanceSales', '=', 0)
        .then(invoiceStatus.issued)
        .when(each('allowanceSales', '=', each.ref('salesAmount')))
        .then(invoiceStatus.credited)
        .else(invoiceStatus.partlyCredited)
        .end(),
    }))
    .where('id', '=', invoiceId)
    .execute()
}

async function insertLines(trx: Trx, documentId: number, lines: readonly DocumentLine[]): Promise<void> {
  const rows = lines.map((line, index) => ({ ...line, documentId, seq: index + 1 }))
  await trx.insertInto('invoiceLine').values(rows).execute()
}
