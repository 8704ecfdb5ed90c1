import { randomInt } from 'node:crypto'
import { type InvoiceFeeType, invoiceDocType, invoiceStatus, statementKind } from '../../../../rules/codes.generated.ts'
import { taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { nextDatedNumber } from '../../numbers.ts'
import type { DocumentLine } from './documentLines.ts'

/** What a document bills (`source_kind` of invoice_document): a kind of statement, a sale of points, or a year. */
export const sourceKind = { ...statementKind, sale: '4', yearly: '5' } as const
export type SourceKind = (typeof sourceKind)[keyof typeof sourceKind]

/** What a document bills, and to whom. */
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

/** Inserts an invoice draft, which gets its number when it is issued. @returns its id */
export async function insertInvoiceDraft(trx: Trx, { lines, ...invoice }: NewInvoice, madeBy: string): Promise<number> {
  const { id } = await trx
    .insertInto('invoiceDocument')
    .values({ ...invoice, docType: invoiceDocType.invoice, createdBy: madeBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(trx, id, lines)
  return id
}

/** Inserts an invoice together with its number. */
export function insertIssuedInvoice(trx: Trx, invoice: NewInvoice, { docNo, ...issue }: Issue & { readonly docNo: string }): Promise<void> {
  return insertIssuedInvoices(trx, [{ ...invoice, docNo }], issue)
}

/** Inserts invoices together with their numbers, in as many SQL statements as for one. */
export async function insertIssuedInvoices(
  trx: Trx,
  invoices: readonly (NewInvoice & { readonly docNo: string })[],
  issue: Issue,
): Promise<void> {
  if (invoices.length === 0) return
  const stored = await trx
    .insertInto('invoiceDocument')
    .values(
      invoices.map(({ lines: _, docNo, ...invoice }) => ({
        ...{ ...invoice, docType: invoiceDocType.invoice, createdBy: issue.by },
        ...issuedValues({ ...issue, docNo }),
      })),
    )
    .returning(['id', 'docNo'])
    .execute()
  const ids = new Map(stored.map(({ id, docNo }) => [docNo, id]))
  const rows = invoices.flatMap(({ docNo, lines }) => lineRows(ids.get(docNo) as number, lines))
  await trx.insertInto('invoiceLine').values(rows).execute()
}

/** Values of the columns that an invoice gets with its number. */
export function issuedValues({ docNo, ...issue }: Issue & { readonly docNo: string }) {
  // E-invoice rule: four digits that nobody can predict.
  return { docNo, randomNumber: String(randomInt(10_000)).padStart(4, '0'), ...stamped(issue) }
}

/** Values of the columns that a document gets when it is issued. */
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
 * Inserts an allowance over an invoice. Its amounts reduce what is left of the invoice at once, even while the allowance is a draft.
 *
 * @param issue null for a draft
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

/** Changes the amounts that allowances take from an invoice, and the status that depends on them. The caller has locked the invoice. */
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
  await trx.insertInto('invoiceLine').values(lineRows(documentId, lines)).execute()
}

const lineRows = (documentId: number, lines: readonly DocumentLine[]) =>
  lines.map((line, index) => ({ ...line, documentId, seq: index + 1 }))
