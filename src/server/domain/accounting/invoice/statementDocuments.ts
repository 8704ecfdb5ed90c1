import type { Selectable } from 'kysely'
import { type InvoiceFeeType, invoiceDocType, invoiceFeeType, invoiceStatus } from '../../../../rules/codes.generated.ts'
import type { Tables, Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import { type OpenInvoice, spreadAllowance } from '../calculation/yearly.ts'
import { type DocumentLine, issuedPointLines, wholeLine } from './documentLines.ts'
import { type DocumentSource, insertAllowance, insertInvoiceDraft, type SourceKind, sourceKind, takeFromInvoice } from './documents.ts'

/** AllowanceReason of the code table. */
const allowanceReason = { returned: '1' } as const

/** A fee of a statement: billed when it is positive, credited when it is negative. Whole NT$. */
export interface StatementFee {
  readonly feeType: InvoiceFeeType
  readonly salesAmount: number
  readonly taxAmount: number
  readonly lines: readonly DocumentLine[]
}

export interface BilledStatement {
  readonly source: DocumentSource
  readonly endDate: string
  readonly fees: readonly StatementFee[]
  readonly taxPercent: number
}

/** A statement with what it bills. @throws Error when there is none */
export async function readBilledStatement(trx: Trx, statementId: number): Promise<BilledStatement> {
  const s = await trx.selectFrom('statement').selectAll().where('id', '=', statementId).executeTakeFirstOrThrow()
  const { invoiceTitle } = await trx
    .selectFrom('company')
    .select('invoiceTitle')
    .where('companyNo', '=', s.companyNo)
    .executeTakeFirstOrThrow()
  const { taxPercent } = s.terms as { taxPercent: number }
  const fees = s.statementKind === sourceKind.monthly ? monthlyFees(s) : payerFees(s)
  return {
    source: {
      ...{ sourceKind: s.statementKind as SourceKind, sourceNo: s.statementNo, statementId: s.id },
      ...{ companyNo: s.companyNo, corporateNo: null, buyerName: invoiceTitle, taxNumber: s.taxNumber },
    },
    ...{ endDate: s.endDate, taxPercent },
    fees: fees.filter(({ salesAmount }) => salesAmount !== 0),
  }
}

type StatementRow = Selectable<Tables['statement']>

function monthlyFees(s: StatementRow): readonly StatementFee[] {
  const salesAmount = s.apFee + s.writeOffAmount + s.convInAmount
  const processing = wholeLine(`${s.periodNo} 兌點處理費`, s.dpProcFee, `淨兌點 ${s.netDpPoints} 點，兌點款 ${s.dpAmount} 元`)
  return [
    {
      feeType: invoiceFeeType.issue,
      salesAmount,
      taxAmount: s.apTax,
      lines: issuedPointLines({ ...s, discountRate: Number(s.discountRate) }),
    },
    { feeType: invoiceFeeType.processing, salesAmount: s.dpProcFee, taxAmount: s.dpProcTax, lines: [processing] },
  ]
}

/** What a payer is billed: points of its cards, converted points, and for banks the fee for redeemed points. */
function payerFees(s: StatementRow): readonly StatementFee[] {
  const salesAmount = s.payerAmount + s.convInAmount
  const lines = [
    wholeLine(`${s.periodNo} 點數費用`, s.payerAmount, `${s.netPoints} 點`),
    wholeLine(`${s.periodNo} 點數轉入`, s.convInAmount, `${s.convInPoints} 點`),
  ].filter(({ amount }) => amount !== 0)
  const processing = wholeLine(`${s.periodNo} 兌點處理費`, s.dpProcFee, `淨兌點 ${s.netDpPoints} 點`)
  return [
    { feeType: invoiceFeeType.issue, salesAmount, taxAmount: s.payerTax, lines },
    { feeType: invoiceFeeType.processing, salesAmount: s.dpProcFee, taxAmount: s.dpProcTax, lines: [processing] },
  ]
}

/**
 * Drafts the allowances of a negative fee over the earlier invoices of the company, latest first (domain 7.1).
 *
 * @throws 409 when the invoices leave less than is to be credited
 */
export async function draftAllowances(
  trx: Trx,
  { source, taxPercent }: Pick<BilledStatement, 'source' | 'taxPercent'>,
  fee: StatementFee,
  { today, by }: { readonly today: string; readonly by: string },
): Promise<void> {
  const open = await readOpenInvoices(trx, source, fee.feeType)
  const spread = spreadAllowance(open, -fee.salesAmount, -fee.taxAmount, taxPercent)
  if (spread.rest > 0) throw textError(409, `先前發票可折讓之餘額不足，尚差 ${spread.rest} 元，無法折讓。`)
  for (const part of spread.parts) {
    const invoice = open.find(({ invoiceNo }) => invoiceNo === part.invoiceNo)
    if (!invoice) throw new Error(`no invoice ${part.invoiceNo}`)
    const amounts = { salesAmount: part.salesAmount, taxAmount: part.taxAmount }
    await takeFromInvoice(trx, invoice.id, amounts, 1)
    const lines = [wholeLine(`折讓 ${part.invoiceNo}`, part.salesAmount, source.sourceNo)]
    const allowance = { ...source, ...amounts, feeType: fee.feeType, originalId: invoice.id, reasonCode: allowanceReason.returned, lines }
    await insertAllowance(trx, allowance, { today, by, issue: null })
  }
}

/** The documents of a statement that wait to be issued: invoices for its fees, allowances for negative ones. */
export async function insertDrafts(
  trx: Trx,
  statement: Pick<BilledStatement, 'source' | 'fees' | 'taxPercent'>,
  by: { readonly today: string; readonly by: string },
): Promise<void> {
  for (const fee of statement.fees) {
    if (fee.salesAmount < 0) await draftAllowances(trx, statement, fee, by)
    else await insertInvoiceDraft(trx, { ...statement.source, ...fee }, by.by)
  }
}

/** Takes back the drafts of a statement whose period is opened again. */
export async function dropDrafts(trx: Trx, statementId: number, { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
  const drafts = await trx
    .updateTable('invoiceDocument')
    .set({ status: invoiceStatus.void, voidReason: '帳期重開', voidedBy: by, voidedAt: at })
    .where('statementId', '=', statementId)
    .where('status', '=', invoiceStatus.draft)
    .returning(['originalId', 'salesAmount', 'taxAmount'])
    .execute()
  for (const { originalId, ...amounts } of drafts) if (originalId !== null) await takeFromInvoice(trx, originalId, amounts, -1)
}

/** Invoices of a buyer that still have something left to credit, locked. */
async function readOpenInvoices(
  trx: Trx,
  { companyNo }: DocumentSource,
  feeType: InvoiceFeeType,
): Promise<readonly (OpenInvoice & { readonly id: number })[]> {
  const rows = await trx
    .selectFrom('invoiceDocument')
    .select(['id', 'docNo', 'issueDate', 'salesAmount', 'taxAmount', 'allowanceSales', 'allowanceTax'])
    .where('companyNo', '=', companyNo)
    .where('feeType', '=', feeType)
    .where('docType', '=', invoiceDocType.invoice)
    .where('status', 'in', [invoiceStatus.issued, invoiceStatus.partlyCredited])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, invoiceNo: String(row.docNo), invoiceDate: String(row.issueDate) },
    remainingAmount: row.salesAmount - row.allowanceSales,
    remainingTax: row.taxAmount - row.allowanceTax,
  }))
}
