import { invoiceDocType, invoiceFeeType, invoiceStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import { shortened } from '../../../../rules/text.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import { allowanceReason } from '../invoice/credits.ts'
import { sourceOf } from '../invoice/documentHooks.ts'
import { wholeLine } from '../invoice/documentLines.ts'
import { insertAllowance, insertIssuedInvoice, sourceKind, takeFromInvoice } from '../invoice/documents.ts'
import { assertInvoiceDate, normalNumber } from '../invoice/invoiceInput.ts'
import { takeInvoiceNumber } from '../invoice/takeNumber.ts'

/** Sold points and their buyer, a company or a corporate member. Amounts are whole NT$. */
export interface SoldPoints {
  readonly saleNo: string
  readonly saleDate: string
  readonly companyNo: string | null
  readonly corporateNo: string | null
  readonly buyerName: string
  readonly taxNumber: string
  readonly points: number
  readonly salesAmount: number
  readonly taxAmount: number
}

export interface SaleInvoiceInput {
  /** YYYY-MM-DD. */
  readonly invoiceDate: string
  /** Typed in by the user; when empty, the next number of the track is used. */
  readonly invoiceNo?: string | null
}

interface Acting {
  readonly by: string
  readonly at: Date
}

/**
 * Issues the invoice of a sale, with a number from the same tracks as statements. The caller has locked the sale. @throws 409 when the sale
 * has an invoice already, or its amount is 0
 */
export async function issueSaleInvoice(trx: Trx, sale: SoldPoints, input: SaleInvoiceInput, { by, at }: Acting): Promise<void> {
  const { saleNo, saleDate, points, ...billed } = sale
  if (billed.salesAmount === 0) throw textError(409, '銷售額為 0，不需開立發票。')
  if (await findInvoice(trx, saleNo)) throw textError(409, '此銷售單已開立發票。')
  assertInvoiceDate(input.invoiceDate, saleDate, taipeiDate(at))
  const date = input.invoiceDate
  const docNo = await takeInvoiceNumber(trx, { date, wanted: normalNumber(input.invoiceNo), field: 'invoiceNo' })
  const source = { sourceKind: sourceKind.sale, sourceNo: saleNo, statementId: null, yearlyStatementId: null }
  const lines = [wholeLine(`點數銷售 ${saleNo}`, billed.salesAmount, `${points} 點`)]
  await insertIssuedInvoice(trx, { ...source, ...billed, feeType: invoiceFeeType.pointSale, lines }, { docNo, date, at, by })
}

/** Cancels the invoice of a void sale: voids it within its tax period; afterwards credits what is left of it by an allowance. */
export async function cancelSaleInvoice(trx: Trx, saleNo: string, { by, at, reason }: Acting & { readonly reason: string }): Promise<void> {
  const invoice = await findInvoice(trx, saleNo)
  if (!invoice) return
  const today = taipeiDate(at)
  if (invoice.allowanceSales === 0 && taxPeriodOf(String(invoice.issueDate)) === taxPeriodOf(today)) {
    const voiding = { status: invoiceStatus.void, voidReason: reasonOf(reason), voidedBy: by, voidedAt: at }
    await trx.updateTable('invoiceDocument').set(voiding).where('id', '=', invoice.id).execute()
    return
  }
  const [salesAmount, taxAmount] = [invoice.salesAmount - invoice.allowanceSales, invoice.taxAmount - invoice.allowanceTax]
  if (salesAmount === 0) return
  await takeFromInvoice(trx, invoice.id, { salesAmount, taxAmount }, 1)
  const allowance = {
    ...sourceOf(invoice),
    ...{ salesAmount, taxAmount, feeType: invoice.feeType, originalId: invoice.id, reasonCode: allowanceReason.saleReturned },
    lines: [wholeLine(`折讓 ${invoice.docNo}`, salesAmount, saleNo)],
  }
  await insertAllowance(trx, allowance, { today, by, issue: { date: today, at, by } })
}

/** The reason of a void document is one short line, also in its message; that of a sale may have more. */
const reasonOf = (text: string) => shortened(text.replaceAll(/\s+/g, ' ').trim(), 20)

/** Locks and returns the invoice in force of a sale. */
function findInvoice(trx: Trx, saleNo: string) {
  return trx
    .selectFrom('invoiceDocument')
    .selectAll()
    .where('sourceKind', '=', sourceKind.sale)
    .where('sourceNo', '=', saleNo)
    .where('docType', '=', invoiceDocType.invoice)
    .where('status', '<>', invoiceStatus.void)
    .forUpdate()
    .executeTakeFirst()
}
