import { taipeiDate } from '../../../rules/dates.ts'
import type { PortalAccounts } from '../../identity/users/portalAccounts.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { refuseFields, refuseWith } from '../../platform/errors.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { formatNumber, nextDatedNumber, nextNumber } from '../numbers.ts'
import { emailIsTaken, taxNumberIsTaken } from './corporateQueries.ts'
import { corporateProblems, corporateStatus, corporateTexts, waitingDays } from './corporateRules.ts'
import { approvedMail, refusedMail, supplementMail } from './mails.ts'

export interface CorporateServices {
  readonly accounts: PortalAccounts
  /** Base of links in mails, without trailing slash. */
  readonly publicUrl: string
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
  forgetSessions(): void
}

/** What the records engine does besides for corporate members (domain 3.4, 4.12). */
export function createCorporateHooks(services: CorporateServices): RecordHooks {
  return {
    needsApproval: (member) => member.status === corporateStatus.active,
    beforeCreate: (context, input) => beforeCreate(services, context, input),
    beforeUpdate: (context, before, changes) => beforeUpdate(services, context, before, changes),
    transitions: {
      approve: (context, member) => approve(services, context, member),
      requestSupplement: (context, member, input) => tellApplicant(services, context, member, input, supplementMail),
      refuse: (context, member, input) => tellApplicant(services, context, member, input, refusedMail),
      expire: (context, member, input) => tellApplicant(services, context, member, input, refusedMail),
      resubmit: (context) => since(context),
      suspend: (context, member) => switchAccount(services, context, member, false),
      resume: (context, member) => switchAccount(services, context, member, true),
      terminate: (context, member) => {
        if (Number(member.pointBalance) !== 0) throw refuseWith(409, corporateTexts.balanceLeft)
        return switchAccount(services, context, member, false)
      },
    },
  }
}

/** Trusted calls (demo data) bring a state, a time and a number of their own. */
async function beforeCreate({ accounts }: CorporateServices, context: HookContext, input: RecordValues): Promise<RecordValues> {
  const { trx, now } = context
  refuseProblems(input)
  await refuseTaken(accounts, context, input, null)
  const at = String(input.appliedAt ?? now.toISOString())
  const applyNo = await nextDatedNumber(trx, 'EA', taipeiDate(new Date(at)), 4)
  return { ...input, applyNo, appliedAt: at, statusSince: at, status: input.status ?? corporateStatus.waiting }
}

async function beforeUpdate(
  { accounts }: CorporateServices,
  context: HookContext,
  before: StoredRecord,
  changes: RecordValues,
): Promise<RecordValues> {
  refuseProblems({ ...before, ...changes })
  if (changes.contactEmail === undefined) return changes
  // The account keeps the name it was made with; only an application can still get another one.
  if (before.corporateNo === null) await refuseTakenEmail(accounts, context, String(changes.contactEmail), before.id)
  else if (await emailIsTaken(context.trx, String(changes.contactEmail), before.id)) throw emailTaken()
  return changes
}

async function approve(services: CorporateServices, { trx, actor, now }: HookContext, member: StoredRecord): Promise<RecordValues> {
  const email = String(member.contactEmail)
  if (await services.accounts.isTaken(trx, email)) throw refuseWith(409, corporateTexts.emailTaken)
  const corporateNo = formatNumber('E', await nextNumber(trx, 'corporate'), 6)
  const invitation = await services.accounts.create(trx, {
    email,
    fullName: String(member.contactName),
    phoneNumber: String(member.contactMobile),
    jobTitle: member.contactTitle === null ? null : String(member.contactTitle),
    corporateNo,
    createdBy: actor.userName,
    now,
  })
  const { publicUrl } = services
  await services.enqueueMail(trx, approvedMail({ ...addressee(member), corporateNo, ...invitation, publicUrl }))
  return { corporateNo, statusSince: now.toISOString() }
}

async function tellApplicant(
  { enqueueMail, publicUrl }: CorporateServices,
  context: HookContext,
  member: StoredRecord,
  input: RecordValues,
  mail: typeof supplementMail,
): Promise<RecordValues> {
  const remark = String(input.reviewRemark)
  await enqueueMail(context.trx, mail({ ...addressee(member), applyNo: String(member.applyNo), remark, days: waitingDays, publicUrl }))
  return since(context)
}

async function switchAccount(
  { accounts, forgetSessions }: CorporateServices,
  context: HookContext,
  member: StoredRecord,
  isEnabled: boolean,
): Promise<RecordValues> {
  await accounts.setEnabled(context.trx, String(member.corporateNo), isEnabled, context.now)
  context.afterCommit(forgetSessions)
  return since(context)
}

function since({ now }: HookContext): RecordValues {
  return { statusSince: now.toISOString() }
}

function addressee(member: StoredRecord) {
  return { email: String(member.contactEmail), contactName: String(member.contactName), companyName: String(member.companyName) }
}

function refuseProblems(member: RecordValues): void {
  const problems = corporateProblems(member)
  if (Object.keys(problems).length > 0) throw refuseFields(problems)
}

async function refuseTaken(accounts: PortalAccounts, context: HookContext, member: RecordValues, exceptId: number | null): Promise<void> {
  const refusedSince = new Date(context.now.getTime() - waitingDays * 24 * 3_600_000)
  if (await taxNumberIsTaken(context.trx, String(member.taxNumber), refusedSince, exceptId)) {
    throw refuseFields({ taxNumber: corporateTexts.taxNumberTaken }, 'M07', 409)
  }
  await refuseTakenEmail(accounts, context, String(member.contactEmail), exceptId)
}

async function refuseTakenEmail(accounts: PortalAccounts, { trx }: HookContext, email: string, exceptId: number | null): Promise<void> {
  if ((await emailIsTaken(trx, email, exceptId)) || (await accounts.isTaken(trx, email))) throw emailTaken()
}

function emailTaken() {
  return refuseFields({ contactEmail: corporateTexts.emailTaken }, 'M07', 409)
}
