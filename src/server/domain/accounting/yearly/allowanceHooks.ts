import { invoiceStatus, settleMethod } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { HookContext, RecordHooks } from '../../../records/hooks.ts'
import { allowanceReason, insertAllowances } from '../invoice/credits.ts'
import { consent, getDocument, giveBackToInvoice, type StoredDocument, sourceOf } from '../invoice/documentHooks.ts'
import { stamped } from '../invoice/documents.ts'
import { assertInvoiceDate } from '../invoice/invoiceInput.ts'
import { lockYear, moveYears } from './moveYears.ts'

/** Steps of 年度折讓: the allowances of a closed year, from the draft until they are set off or refunded (domain 3.5, 4.11). */
export const yearlyAllowanceHooks: RecordHooks<'yearlyAllowance'> = { transitions: { issue, consent, refund, void: voidAllowance } }

/** The record as the screen passes it to a step. */
interface Shown {
  readonly id: number
}

/** Issues a draft. The engine stores the way of settlement itself, because that input has the name of a field. */
async function issue({ trx, actor, now }: HookContext, { id }: Shown, { issuedOn }: { readonly issuedOn: string }) {
  const { originalId, yearlyStatementId } = await getYearly(trx, id)
  const { issueDate } = await getDocument(trx, originalId)
  assertInvoiceDate(issuedOn, String(issueDate), taipeiDate(now), 'issuedOn')
  await moveYears(trx, { ids: [yearlyStatementId], issuing: id })
  const { issuedAt, ...values } = stamped({ date: issuedOn, at: now, by: actor.userName })
  return { ...values, issuedAt: issuedAt.toISOString() }
}

interface RefundInput {
  readonly refundedOn: string
  readonly refundRef?: string | null
}

/** Refunds an allowance. Allowed for one that waits to be set off too, because a company whose contract ended has no next statement. */
async function refund({ trx, actor, now }: HookContext, { id }: Shown, { refundedOn, refundRef }: RefundInput) {
  const { status, issueDate, salesAmount, taxAmount, yearlyStatementId } = await getYearly(trx, id)
  if (refundedOn > taipeiDate(now)) throw fieldsError({ refundedOn: '退款日期不可晚於今日。' })
  if (refundedOn < String(issueDate)) throw fieldsError({ refundedOn: '退款日期不可早於開立日期。' })
  await assertNotSettled(trx, id)
  const payment = {
    documentId: id,
    statementId: null,
    amount: salesAmount + taxAmount,
    settledOn: refundedOn,
    reference: refundRef || null,
  }
  await trx
    .insertInto('allowanceSettlement')
    .values({ ...payment, createdBy: actor.userName, createdAt: now })
    .execute()
  await moveYears(trx, { ids: [yearlyStatementId] })
  return { status, settleMethod: settleMethod.refund }
}

/** Voids an allowance, within its tax period and before it is settled, and drafts a new one with another number for the same credit. */
async function voidAllowance({ trx, actor, now }: HookContext, { id }: Shown, { reason }: { readonly reason: string }) {
  const allowance = await getYearly(trx, id)
  const today = taipeiDate(now)
  if (taxPeriodOf(String(allowance.issueDate)) !== taxPeriodOf(today)) throw textError(409, '已跨發票期別，不可作廢。')
  await assertNotSettled(trx, id)
  const voiding = { status: invoiceStatus.void, voidReason: reason, voidedBy: actor.userName, voidedAt: now }
  await trx.updateTable('invoiceDocument').set(voiding).where('id', '=', id).execute()
  await giveBackToInvoice(trx, allowance)
  const { originalId, salesAmount, taxAmount, feeType, yearlyStatementId } = allowance
  const { docNo } = await getDocument(trx, originalId)
  const parts = [{ invoiceId: originalId, invoiceNo: String(docNo), salesAmount, taxAmount }]
  const again = { source: sourceOf(allowance), feeType, reasonCode: allowanceReason.yearly, parts }
  await insertAllowances(trx, again, { today, by: actor.userName })
  await moveYears(trx, { ids: [yearlyStatementId] })
  return { ...voiding, voidedAt: now.toISOString() }
}

/** Reads the full row of an allowance, which the engine has locked, and locks its year. */
async function getYearly(trx: Trx, id: number) {
  const document = await getDocument(trx, id)
  const { originalId, yearlyStatementId } = document
  if (originalId === null || yearlyStatementId === null) throw new Error(`no allowance of a year: ${id}`)
  await lockYear(trx, yearlyStatementId)
  return { ...document, originalId, yearlyStatementId } satisfies StoredDocument
}

async function assertNotSettled(trx: Trx, documentId: number): Promise<void> {
  const settled = await trx
    .selectFrom('allowanceSettlement')
    .select('settledOn')
    .where('documentId', '=', documentId)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
  if (settled) throw textError(409, '此折讓單已抵帳或退款。')
}
