import { corporateStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { PortalAccounts } from '../../identity/users/portalAccounts.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { formatNumber, nextDatedNumber, nextNumber } from '../numbers.ts'
import { emailIsTaken, taxNumberIsTaken } from './corporateQueries.ts'
import { corporateProblems, corporateTexts, waitingDays } from './corporateRules.ts'
import { approvedMail, refusedMail, supplementMail } from './mails.ts'

export interface CorporateServices {
  readonly accounts: PortalAccounts
  /** Base of links in mails, without trailing slash. */
  readonly publicUrl: string
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
  forgetSessions(): void
}

/** What the records engine does besides for corporate members (domain 3.4, 4.12). */
export function createCorporateHooks(services: CorporateServices): RecordHooks<'corporateMember'> {
  return {
    needsApproval: (member) => member.status === corporateStatus.active,
    beforeCreate: (context, input) => beforeCreate(services, context, input),
    beforeUpdate: (context, before, changes) => beforeUpdate(services, context, before, changes),
    transitions: {
      approve: (context, member) => approve(services, context, member),
      requestSupplement: (context, member, input) =>
        tellApplicant(services, context, { member, reviewRemark: input, mail: supplementMail }),
      refuse: (context, member, input) => tellApplicant(services, context, { member, reviewRemark: input, mail: refusedMail }),
      expire: (context, member, input) => tellApplicant(services, context, { member, reviewRemark: input, mail: refusedMail }),
      resubmit: (context) => since(context),
      suspend: (context, member) => switchAccount(services, context, member, false),
      resume: (context, member) => switchAccount(services, context, member, true),
      terminate: (context, member) => {
        if ((member.pointBalance ?? 0) !== 0) throw textError(409, corporateTexts.balanceLeft)
        return switchAccount(services, context, member, false)
      },
    },
  }
}

type Member = RecordOf<'corporateMember'>
type NewMember = NewRecordOf<'corporateMember'>
type MemberChanges = ChangesOf<'corporateMember'>

/** Trusted calls (demo data) bring a state, a time and a number of their own. */
async function beforeCreate({ accounts }: CorporateServices, context: HookContext, input: NewMember): Promise<MemberChanges> {
  const { trx, now } = context
  assertCorporateRules(input)
  await assertNotTaken(accounts, context, input, null)
  const at = input.appliedAt ?? now.toISOString()
  const applyNo = await nextDatedNumber(trx, 'EA', taipeiDate(new Date(at)), 4)
  return { ...input, applyNo, appliedAt: at, statusSince: at, status: input.status ?? corporateStatus.waiting }
}

async function beforeUpdate(
  { accounts }: CorporateServices,
  context: HookContext,
  before: Member,
  changes: MemberChanges,
): Promise<MemberChanges> {
  assertCorporateRules({ ...before, ...changes })
  if (changes.contactEmail === undefined) return changes
  // The account keeps the name it was made with; only an application can still get another one.
  if (before.corporateNo === null) await assertEmailFree(accounts, context, changes.contactEmail, before.id)
  else if (await emailIsTaken(context.trx, changes.contactEmail, before.id)) throw emailTaken()
  return changes
}

async function approve(services: CorporateServices, { trx, actor, now }: HookContext, member: Member): Promise<MemberChanges> {
  const { contactEmail: email, contactName: fullName, contactMobile: phoneNumber, contactTitle: jobTitle } = member
  if (await services.accounts.isTaken(trx, email)) throw textError(409, corporateTexts.emailTaken)
  const corporateNo = formatNumber('E', await nextNumber(trx, 'corporate'), 6)
  const invitation = await services.accounts.create(trx, {
    ...{ email, fullName, phoneNumber, jobTitle, corporateNo },
    createdBy: actor.userName,
    now,
  })
  const { publicUrl } = services
  await services.enqueueMail(trx, approvedMail({ ...addressee(member), corporateNo, ...invitation, publicUrl }))
  return { corporateNo, statusSince: now.toISOString() }
}

interface TellApplicantInput {
  readonly member: Member
  readonly reviewRemark: { readonly reviewRemark: string }
  readonly mail: typeof supplementMail
}

async function tellApplicant(
  { enqueueMail, publicUrl }: CorporateServices,
  context: HookContext,
  { member, reviewRemark: { reviewRemark: remark }, mail }: TellApplicantInput,
): Promise<MemberChanges> {
  await enqueueMail(context.trx, mail({ ...addressee(member), applyNo: member.applyNo, remark, days: waitingDays, publicUrl }))
  return since(context)
}

async function switchAccount(
  { accounts, forgetSessions }: CorporateServices,
  context: HookContext,
  member: Member,
  isEnabled: boolean,
): Promise<MemberChanges> {
  await accounts.setEnabled(context.trx, member.corporateNo ?? '', isEnabled, context.now)
  context.afterCommit(forgetSessions)
  return since(context)
}

function since({ now }: HookContext): MemberChanges {
  return { statusSince: now.toISOString() }
}

function addressee({ contactEmail: email, contactName, companyName }: Member) {
  return { email, contactName, companyName }
}

function assertCorporateRules(member: NewMember): void {
  const problems = corporateProblems(member)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
}

async function assertNotTaken(accounts: PortalAccounts, context: HookContext, member: NewMember, exceptId: number | null): Promise<void> {
  const refusedSince = new Date(context.now.getTime() - waitingDays * 24 * 3_600_000)
  if (await taxNumberIsTaken(context.trx, member.taxNumber, refusedSince, exceptId)) {
    throw fieldsError({ taxNumber: corporateTexts.taxNumberTaken }, 'M07', 409)
  }
  await assertEmailFree(accounts, context, member.contactEmail, exceptId)
}

async function assertEmailFree(accounts: PortalAccounts, { trx }: HookContext, email: string, exceptId: number | null): Promise<void> {
  if ((await emailIsTaken(trx, email, exceptId)) || (await accounts.isTaken(trx, email))) throw emailTaken()
}

function emailTaken() {
  return fieldsError({ contactEmail: corporateTexts.emailTaken }, 'M07', 409)
}
