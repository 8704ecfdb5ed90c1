import { invoiceDocType, invoiceStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import { startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import { figureText } from '../../../../rules/figures.ts'
import { taxOf } from '../../../../rules/money.ts'
import { taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { HookContext, RecordHooks } from '../../../records/hooks.ts'
import { readNumber } from '../../settings/public.ts'
import { moveAfterCredit, moveToClosed, moveToInvoiced } from '../payment/pay.ts'
import { dropDrafts } from './credits.ts'
import { wholeLine } from './documentLines.ts'
import { type DocumentSource, insertAllowance, issuedValues, sourceKind, stamped, takeFromInvoice } from './documents.ts'
import { assertInvoiceDate, normalNumber } from './invoiceInput.ts'
import { lockSale, moveSaleAfterCredit } from './saleCredit.ts'
import { insertDrafts, readBilledStatement } from './statementDocuments.ts'
import { takeInvoiceNumber } from './takeNumber.ts'

const transitions = { issue, allow, consent, void: voidDocument }

/** Steps of 點數發票與折讓 (domain 3.4, 4.11). */
export const pointInvoiceHooks: RecordHooks<'pointInvoice'> = { transitions }

/** Steps of 隨付隨結發票: the same as for other invoices, on the invoices of pay-as-you-go statements. */
export const paygInvoiceHooks: RecordHooks<'paygInvoice'> = { transitions }

/** The record as the screen passes it to a step. */
interface Shown {
  readonly id: number
}

interface IssueInput {
  readonly invoiceDate: string
  readonly invoiceNo?: string | null
}

/** Issues a draft: sets its date, and for an invoice also its number. */
async function issue({ trx, actor, now }: HookContext, { id }: Shown, { invoiceDate, invoiceNo }: IssueInput) {
  const document = await getDocument(trx, id)
  const statement = await lockStatement(trx, document.id)
  assertInvoiceDate(invoiceDate, await earliestDate(trx, document, statement), taipeiDate(now))
  const stamp = { date: invoiceDate, at: now, by: actor.userName }
  const isInvoice = document.docType === invoiceDocType.invoice
  const values = isInvoice
    ? issuedValues({
        ...stamp,
        docNo: await takeInvoiceNumber(trx, { date: invoiceDate, wanted: normalNumber(invoiceNo), field: 'invoiceNo' }),
      })
    : stamped(stamp)
  const { issuedAt, ...rest } = values
  if (statement?.status === statementStatus.closed && !(await hasOtherDrafts(trx, statement.id, document.id)))
    await moveToInvoiced(trx, statement.id, taipeiDate(now))
  return { ...rest, issuedAt: issuedAt.toISOString() }
}

/** The earliest allowed date: an invoice must not be dated before the end of its period, an allowance not before its invoice. */
async function earliestDate(trx: Trx, { originalId }: StoredDocument, statement: LockedStatement | null): Promise<string> {
  const original = originalId === null ? null : await getDocument(trx, originalId)
  const [period, invoice] = [statement?.endDate ?? '', original?.issueDate ?? '']
  return invoice > period ? invoice : period
}

/** The names differ from the fields of the invoice, because the engine writes an input with the name of a field into that field. */
interface AllowInput {
  readonly creditDate: string
  readonly creditReason: string
  readonly creditAmount: number
  readonly creditTax?: number | null
}

/** Makes an allowance over this invoice and issues it at once. */
async function allow({ trx, actor, now }: HookContext, { id }: Shown, { creditDate, creditReason, creditAmount, creditTax }: AllowInput) {
  const invoice = await getDocument(trx, id)
  const statement = await lockStatement(trx, id)
  if (invoice.sourceKind === sourceKind.sale) await lockSale(trx, invoice.sourceNo)
  const today = taipeiDate(now)
  assertInvoiceDate(creditDate, invoice.issueDate ?? '', today, 'creditDate')
  const [salesLeft, taxLeft] = [invoice.salesAmount - invoice.allowanceSales, invoice.taxAmount - invoice.allowanceTax]
  if (creditAmount > salesLeft) throw fieldsError({ creditAmount: '折讓金額超過發票可折讓餘額。' }, 'M06', 409)
  const isLast = creditAmount === salesLeft
  const taxAmount = await allowanceTax(trx, { date: creditDate, salesAmount: creditAmount, isLast, taxLeft, wanted: creditTax })
  const allowance = {
    ...sourceOf(invoice),
    ...{ salesAmount: creditAmount, taxAmount, feeType: invoice.feeType, originalId: invoice.id, reasonCode: creditReason },
    lines: [wholeLine(`折讓 ${invoice.docNo}`, creditAmount)],
  }
  await insertAllowance(trx, allowance, { today, by: actor.userName, issue: { date: creditDate, at: now, by: actor.userName } })
  if (statement) await moveAfterCredit(trx, statement, creditDate)
  if (invoice.sourceKind === sourceKind.sale) await moveSaleAfterCredit(trx, invoice.sourceNo)
  return {
    allowanceSales: invoice.allowanceSales + creditAmount,
    allowanceTax: invoice.allowanceTax + taxAmount,
    status: isLast ? invoiceStatus.credited : invoiceStatus.partlyCredited,
  }
}

/**
 * The tax of an allowance: the remaining tax when the invoice is fully credited, otherwise by the rate. The tax entered may differ by NT$1.
 */
async function allowanceTax(
  trx: Trx,
  allowance: {
    readonly date: string
    readonly salesAmount: number
    readonly isLast: boolean
    readonly taxLeft: number
    readonly wanted: number | null | undefined
  },
): Promise<number> {
  const { date, salesAmount, isLast, taxLeft, wanted } = allowance
  const byRate = taxOf(salesAmount, await readNumber(trx, 'TAX.RATE', date))
  const usual = isLast ? taxLeft : Math.min(byRate, taxLeft)
  if (wanted === null || wanted === undefined) return usual
  if (wanted > taxLeft) throw fieldsError({ creditTax: `折讓稅額不可超過發票剩餘稅額 ${figureText(taxLeft, 'money')} 元。` }, 'M06', 409)
  if (Math.abs(wanted - byRate) > 1 && wanted !== usual)
    throw fieldsError({ creditTax: `稅額應為 ${figureText(usual, 'money')} 元（可差 1 元）。` })
  return wanted
}

interface ConsentInput {
  readonly consentOn: string
  readonly consentRef: string
}

export function consent(
  { now }: HookContext,
  { issueDate }: Shown & { readonly issueDate?: string | null },
  { consentOn, consentRef }: ConsentInput,
) {
  if (consentOn > taipeiDate(now)) throw fieldsError({ consentOn: '同意日期不可晚於今日。' })
  if (consentOn < String(issueDate)) throw fieldsError({ consentOn: '同意日期不可早於開立日期。' })
  return { consentRef, consentAt: startOfTaipeiDate(consentOn).toISOString() }
}

/**
 * Voids a document. Only allowed within its tax period and before anything was credited or paid; later, only an allowance can correct an
 * invoice.
 */
async function voidDocument({ trx, actor, now, moveAlso }: HookContext, { id }: Shown, { reason }: { readonly reason: string }) {
  const document = await getDocument(trx, id)
  const statement = await lockStatement(trx, document.id)
  const today = taipeiDate(now)
  if (document.docType === invoiceDocType.invoice) {
    if (document.allowanceSales > 0) throw textError(409, '發票已開立折讓單，不可作廢。')
    if (taxPeriodOf(String(document.issueDate)) !== taxPeriodOf(today)) throw textError(409, '已跨發票期別，請改開折讓單。')
  } else {
    await giveBackToInvoice(trx, document)
  }
  const voiding = { status: invoiceStatus.void, voidReason: reason, voidedBy: actor.userName, voidedAt: now }
  // Void first: a fee may have only one document in force, and the next line makes another.
  await trx.updateTable('invoiceDocument').set(voiding).where('id', '=', id).execute()
  const together = statement ? await voidTogether(trx, statement.id, document, { by: actor.userName, at: now, reason }) : []
  // The last of them opens the statement again.
  if (together.length > 0) await moveAlso(together)
  else if (statement && (await isOwnDocument(trx, statement.id, document)))
    await openAgain(trx, statement, document, { today, by: actor.userName })
  else if (statement) await moveAfterCredit(trx, statement, today)
  else if (document.sourceKind === sourceKind.sale) await moveSaleAfterCredit(trx, document.sourceNo)
  return { ...voiding, voidedAt: now.toISOString() }
}

/**
 * A negative fee is credited as a whole or not at all, so the other allowances of its fee go with one that is voided: drafts here, because
 * nobody has them yet.
 *
 * @returns those that were issued, still to be voided by the same step
 */
async function voidTogether(
  trx: Trx,
  statementId: number,
  { docType, originalId, feeType }: StoredDocument,
  voiding: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<readonly number[]> {
  if (docType !== invoiceDocType.allowance || originalId === null) return []
  const original = await getDocument(trx, originalId)
  // An allowance that somebody made over the statement's own invoice stands alone.
  if (original.statementId === statementId) return []
  await dropDrafts(trx, { of: 'statementId', id: statementId, feeType }, voiding)
  const issued = await trx
    .selectFrom('invoiceDocument')
    .select('id')
    .where('statementId', '=', statementId)
    .where('feeType', '=', feeType)
    .where('docType', '=', invoiceDocType.allowance)
    .where('status', 'in', [invoiceStatus.issued, invoiceStatus.agreed])
    .orderBy('id')
    .execute()
  return issued.map((one) => one.id)
}

/** Gives the amount of a void allowance back to its invoice. */
export async function giveBackToInvoice(trx: Trx, { id, originalId, salesAmount, taxAmount }: StoredDocument): Promise<void> {
  if (originalId === null) throw new Error(`allowance ${id} without an invoice`)
  await trx.selectFrom('invoiceDocument').select('id').where('id', '=', originalId).forUpdate().execute()
  await takeFromInvoice(trx, originalId, { salesAmount, taxAmount }, -1)
}

/** True when the statement has no other document in force for this fee. An allowance that somebody made over its invoice gives false. */
async function isOwnDocument(trx: Trx, statementId: number, { id, feeType }: StoredDocument): Promise<boolean> {
  const other = await trx
    .selectFrom('invoiceDocument')
    .select('id')
    .where('statementId', '=', statementId)
    .where('feeType', '=', feeType)
    .where('status', '<>', invoiceStatus.void)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Lets the fee be billed again: on a monthly statement by 開立發票, on the others by a new draft. */
async function openAgain(
  trx: Trx,
  statement: LockedStatement,
  { feeType }: StoredDocument,
  by: { readonly today: string; readonly by: string },
): Promise<void> {
  if (statement.receivedAmount > 0 || statement.paidAmount > 0) throw textError(409, '此對帳單已登錄收付款，不可作廢憑證。')
  await moveToClosed(trx, statement.id)
  if (statement.statementKind === sourceKind.monthly) return
  const billed = await readBilledStatement(trx, statement.id)
  await insertDrafts(trx, { ...billed, fees: billed.fees.filter((fee) => fee.feeType === feeType) }, by)
}

interface LockedStatement {
  readonly id: number
  readonly statementKind: string
  readonly endDate: string
  readonly status: string
  readonly receivedAmount: number
  readonly paidAmount: number
}

/** Locks the statement of a document, so that nobody registers a payment meanwhile. Null for sales. */
async function lockStatement(trx: Trx, documentId: number): Promise<LockedStatement | null> {
  const row = await trx
    .selectFrom('statement')
    .select(['id', 'statementKind', 'endDate', 'status', 'receivedAmount', 'paidAmount'])
    .where('id', '=', (query) => query.selectFrom('invoiceDocument').select('statementId').where('id', '=', documentId))
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

async function hasOtherDrafts(trx: Trx, statementId: number, exceptId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('invoiceDocument')
    .select('id')
    .where('statementId', '=', statementId)
    .where('status', '=', invoiceStatus.draft)
    .where('docType', '=', invoiceDocType.invoice)
    .where('id', '<>', exceptId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Reads the full row of a document, which the engine has locked already. */
export const getDocument = (trx: Trx, id: number) =>
  trx.selectFrom('invoiceDocument').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export type StoredDocument = Awaited<ReturnType<typeof getDocument>>

export function sourceOf(document: StoredDocument): DocumentSource {
  const { sourceNo, statementId, yearlyStatementId, companyNo, corporateNo, buyerName, taxNumber } = document
  return { sourceKind: document.sourceKind, sourceNo, statementId, yearlyStatementId, companyNo, corporateNo, buyerName, taxNumber }
}
