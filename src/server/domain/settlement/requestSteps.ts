import type { Trx } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { RecordValues, StoredRecord } from '../../records/hooks.ts'
import { type RequestMail, requestApprovedMail, requestEndedMail, requestReturnedMail } from './mails.ts'
import type { SettlementServices } from './services.ts'
import { orderSource, requestTexts } from './settlementRules.ts'

type Step = 'approve' | 'reject' | 'void'

/** Tells a member what became of its request; of orders that staff wrote nobody is told. */
export async function tellOfStep(
  { enqueueMail, publicUrl }: SettlementServices,
  trx: Trx,
  order: StoredRecord,
  step: Step,
  input: RecordValues = {},
): Promise<undefined> {
  if (order.orderSource !== orderSource.member || input.voidReason === requestTexts.withdrawn) return undefined
  const { companyName, contactName, contactEmail } = await trx
    .selectFrom('corporateMember')
    .select(['companyName', 'contactName', 'contactEmail'])
    .where('corporateNo', '=', String(order.corporateNo))
    .executeTakeFirstOrThrow()
  const addressee = { email: contactEmail, companyName, contactName, publicUrl }
  const request = { ...addressee, settlementNo: String(order.settlementNo), totalPoints: Number(order.totalPoints) }
  await enqueueMail(trx, mailOf(step, request, order, input))
  return undefined
}

function mailOf(step: Step, request: RequestMail, order: StoredRecord, input: RecordValues): Mail {
  if (step === 'approve') return requestApprovedMail({ ...request, totalAmount: Number(order.totalAmount), validTo: String(order.validTo) })
  if (step === 'reject') return requestReturnedMail({ ...request, reason: String(input.rejectReason) })
  return requestEndedMail({ ...request, reason: String(input.voidReason) })
}
