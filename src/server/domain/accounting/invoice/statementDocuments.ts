import type { Selectable } from 'kysely'
import { type InvoiceFeeType, invoiceFeeType } from '../../../../rules/codes.generated.ts'
import type { Tables, Trx } from '../../../platform/database/tables.ts'
import { allowanceReason, insertAllowances, spreadCredit } from './credits.ts'
import { type DocumentLine, issuedPointLines, wholeLine } from './documentLines.ts'
import { type DocumentSource, insertInvoiceDraft, type SourceKind, sourceKind } from './documents.ts'

/** A fee of a statement in whole NT$: an invoice bills it when positive, an allowance credits it when negative. */
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

/** Reads a statement and the fees that it bills. @throws Error when it does not exist */
export async function readBilledStatement(trx: Trx, statementId: number): Promise<BilledStatement> {
  const [statement] = await readBilledStatements(trx, [statementId])
  if (!statement) throw new Error(`no statement ${statementId}`)
  return statement
}

/** Reads statements and the fees that they bill, in the order of their numbers. */
export async function readBilledStatements(trx: Trx, statementIds: readonly number[]): Promise<readonly BilledStatement[]> {
  if (statementIds.length === 0) return []
  const rows = await trx
    .selectFrom('statement as s')
    .innerJoin('company as c', 'c.companyNo', 's.companyNo')
    .selectAll('s')
    .select('c.invoiceTitle')
    .where('s.id', 'in', statementIds)
    .orderBy('s.statementNo')
    .execute()
  return rows.map(({ invoiceTitle, ...s }) => billedStatementOf(s, invoiceTitle))
}

function billedStatementOf(s: StatementRow, invoiceTitle: string): BilledStatement {
  const { taxPercent } = s.terms as { taxPercent: number }
  const fees = s.statementKind === sourceKind.monthly ? monthlyFees(s) : payerFees(s)
  return {
    source: {
      ...{ sourceKind: s.statementKind as SourceKind, sourceNo: s.statementNo, statementId: s.id, yearlyStatementId: null },
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

/** Fees billed to a payer: points of its cards and converted points, and for banks also the fee for redeemed points. */
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

/** Inserts the draft documents of a statement: an invoice for each positive fee, allowances for each negative one. */
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

/** Inserts draft allowances for a negative fee over the company's earlier invoices, latest first (domain 7.1). */
export async function draftAllowances(
  trx: Trx,
  { source, taxPercent }: Pick<BilledStatement, 'source' | 'taxPercent'>,
  { feeType, salesAmount, taxAmount }: StatementFee,
  by: { readonly today: string; readonly by: string },
): Promise<void> {
  const credit = { companyNo: source.companyNo, feeType, salesAmount: -salesAmount, taxAmount: -taxAmount, taxPercent }
  await insertAllowances(trx, { source, feeType, reasonCode: allowanceReason.returned, parts: await spreadCredit(trx, credit) }, by)
}
