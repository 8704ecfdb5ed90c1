import { orderSource, userType } from '../../../rules/codes.generated.ts'
import type { CorporateSettlementTransitions } from '../../entities.generated.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { HookContext, RecordOf } from '../../records/hooks.ts'
import { type RequestMail, requestApprovedMail, requestEndedMail, requestReturnedMail } from './mails.ts'
import type { SettlementServices } from './services.ts'

type Step = 'approve' | 'reject' | 'void'
type Order = RecordOf<'corporateSettlement'>
/** Why, where the step asks for it. */
type Reasons = Partial<CorporateSettlementTransitions['reject'] & CorporateSettlementTransitions['void']>

/** Mails a member what staff decided on its request. Nothing is sent for the member's own steps, nor for orders that staff wrote. */
export async function tellOfStep(
  { enqueueMail, publicUrl }: SettlementServices,
  { trx, actor }: HookContext,
  { order, step, input = {} }: { readonly order: Order; readonly step: Step; readonly input?: Reasons | undefined },
): Promise<undefined> {
  if (order.orderSource !== orderSource.member || actor.userType === userType.corporate) return undefined
  const { companyName, contactName, contactEmail } = await trx
    .selectFrom('corporateMember')
    .select(['companyName', 'contactName', 'contactEmail'])
    .where('corporateNo', '=', order.corporateNo)
    .executeTakeFirstOrThrow()
  const addressee = { email: contactEmail, companyName, contactName, publicUrl }
  const { settlementNo, totalPoints } = order
  await enqueueMail(trx, mailOf(step, { ...addressee, settlementNo, totalPoints }, order, input))
  return undefined
}

function mailOf(step: Step, request: RequestMail, order: Order, input: Reasons): Mail {
  if (step === 'approve') return requestApprovedMail({ ...request, totalAmount: order.totalAmount, validTo: order.validTo })
  if (step === 'reject') return requestReturnedMail({ ...request, reason: input.rejectReason ?? '' })
  return requestEndedMail({ ...request, reason: input.voidReason ?? '' })
}
