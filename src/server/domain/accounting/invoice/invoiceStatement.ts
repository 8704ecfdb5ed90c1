import { type InvoiceFeeType, invoiceFeeType, invoiceStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { insertIssuedInvoice } from './documents.ts'
import { assertInvoiceDate, normalNumber } from './invoiceInput.ts'
import { draftAllowances, readBilledStatement } from './statementDocuments.ts'
import { takeInvoiceNumber } from './takeNumber.ts'

export interface InvoicedStatement {
  readonly id: number
  readonly periodId: number
}

export interface InvoiceInput {
  /** YYYY-MM-DD. */
  readonly invoiceDate: string
  /** Typed in by the user; when empty, the next number of the track is used. */
  readonly apInvoiceNo?: string | null
  readonly dpInvoiceNo?: string | null
}

/** The input field for the number of a fee's invoice. Monthly statements have these two. */
function numberFieldOf(feeType: InvoiceFeeType): 'apInvoiceNo' | 'dpInvoiceNo' {
  return feeType === invoiceFeeType.processing ? 'dpInvoiceNo' : 'apInvoiceNo'
}

/**
 * Issues the documents of a statement: an invoice for each fee without a document in force, and allowances over earlier invoices for
 * negative fees. If an invoice of the statement was voided, only the missing one is issued.
 */
export async function invoiceStatement(
  { trx, actor, now }: HookContext,
  { id: statementId }: Pick<InvoicedStatement, 'id'>,
  input: InvoiceInput,
): Promise<void> {
  const today = taipeiDate(now)
  const statement = await readBilledStatement(trx, statementId)
  assertInvoiceDate(input.invoiceDate, statement.endDate, today)
  const done = await readDocumented(trx, statementId)
  const open = statement.fees.filter(({ feeType }) => !done.has(feeType))
  if (open.length === 0) throw textError(409, '此對帳單沒有需要開立的發票，請按「確認」。')
  for (const fee of open) {
    if (fee.salesAmount < 0) {
      await draftAllowances(trx, statement, fee, { today, by: actor.userName })
      continue
    }
    const field = numberFieldOf(fee.feeType)
    const wanted = normalNumber(input[field])
    const docNo = await takeInvoiceNumber(trx, { date: input.invoiceDate, wanted, field })
    await insertIssuedInvoice(trx, { ...statement.source, ...fee }, { docNo, date: input.invoiceDate, at: now, by: actor.userName })
  }
}

/** @throws 409 when the statement bills or credits a fee */
export async function assertNothingBilled(trx: Trx, statementId: number): Promise<void> {
  const { fees } = await readBilledStatement(trx, statementId)
  if (fees.length > 0) throw textError(409, '此對帳單有需要開立的發票，請按「開立發票」。')
}

/** Fees of a statement that have an invoice or an allowance in force. */
async function readDocumented(trx: Trx, statementId: number): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('invoiceDocument')
    .select('feeType')
    .where('statementId', '=', statementId)
    .where('status', '<>', invoiceStatus.void)
    .execute()
  return new Set(rows.map(({ feeType }) => feeType))
}
