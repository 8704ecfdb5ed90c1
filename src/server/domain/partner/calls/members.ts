import { sql } from 'kysely'
import { memberStatus, txnKind } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { giftRule } from '../../activity/public.ts'
import type { IssueRequest, IssueResult, Posted } from '../../points/public.ts'
import { boundCard, LedgerRefusal, ledger } from '../../points/public.ts'
import type { BodyOf } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { assertContract, findStore, getCompanyOrThrow, getMemberOrThrow } from '../facts/checkPlace.ts'
import { readFacts } from '../facts/readFacts.ts'
import { fieldRefusal } from '../protocol/checkBody.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import { getCallPlaceOrThrow } from './callPlace.ts'
import { contextOf, inspect, momentOf, type PostingServices, type SaleServices } from './posting.ts'

/** POST members/register. A mobile number belongs to one member: for a known one the field is refused. */
export function registerMemberHandler(services: SaleServices) {
  return async (trx: Trx, call: PartnerCall<BodyOf<'members/register'>>): Promise<PartnerOutcome> => {
    const { body, platformNo } = call
    const { businessAt, businessDate } = await momentOf(trx, services, call)
    const { mobile } = body
    const memberName = body.name.trim()
    if (memberName === '') throw fieldRefusal(['name'])
    // Two requests for one mobile number wait for each other here, so that the second one sees the member of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`member ${mobile}`}, 0))`.execute(trx)
    const facts = await readFacts(trx, { ...body, member: { mobile } })
    assertContract(getCompanyOrThrow(call, facts), businessDate)
    const retailStoreNo = findStore(call, facts)?.retailStoreNo ?? null
    if (facts.memberNo !== null || (body.birthday ?? '') > businessDate)
      throw fieldRefusal([facts.memberNo === null ? 'birthday' : 'mobile'])
    const memberNo = await ledger.registerMember(trx, {
      mobile,
      memberName,
      birthday: body.birthday ?? null,
      email: body.email ?? null,
      gender: body.gender ?? null,
      consentVersion: body.consentVersion,
      platformNo,
      registeredAt: businessAt,
      createdBy: platformNo,
    })
    const posted = facts.company?.allowIssue ? await welcome(services, trx, call, { memberNo, retailStoreNo, businessAt }) : null
    return { fields: { memberNo }, transactionId: posted?.transactionId ?? null, transactionNo: posted?.transactionNo ?? null }
  }
}

interface Newcomer {
  readonly memberNo: string
  readonly retailStoreNo: string | null
  readonly businessAt: Date
}

/** Points that campaigns give for registering (ActivityType 5); null when there are none. They are one transaction of the member. */
async function welcome(
  services: SaleServices,
  trx: Trx,
  call: PartnerCall<BodyOf<'members/register'>>,
  newcomer: Newcomer,
): Promise<Posted | null> {
  const { memberNo, retailStoreNo, businessAt } = newcomer
  // The partner's number belongs to the registration; as that of an issue it may come again.
  const context = { ...contextOf(call, businessAt, retailStoreNo), source: { work: 'REGISTER', workId: memberNo } }
  const judgeActivities = () => services.activities.judgeWelcomes(trx, { companyNo: call.body.companyNo, ...newcomer })
  const result = await issueUnlessOutOfStock(trx, { context, memberNo, amount: 0, rule: giftRule, judgeActivities })
  if (!result?.posted) return null
  await services.activities.count(trx, result.activities)
  const activityCode = result.activities[0]?.activityCode ?? null
  await inspect(services, trx, {
    posted: result.posted,
    context,
    call: {
      kind: txnKind.issue,
      memberNo,
      points: result.issuedPoints,
      amount: null,
      activityCode,
    },
  })
  return result.posted
}

/** When a prepaid company has no points left, the member is registered without the welcome points. */
async function issueUnlessOutOfStock(trx: Trx, input: IssueRequest): Promise<IssueResult | null> {
  try {
    return await ledger.issue(trx, input)
  } catch (refusal) {
    if (refusal instanceof LedgerRefusal && refusal.refusal === 'E1107') return null
    throw refusal
  }
}

/** POST members/bind_card. A card belongs to one member; binding it again to the same one changes nothing. */
export function bindCardHandler(services: PostingServices) {
  return async (trx: Trx, call: PartnerCall<BodyOf<'members/bind_card'>>): Promise<PartnerOutcome> => {
    const { body, platformNo } = call
    const { businessAt, facts } = await getCallPlaceOrThrow(trx, services, call)
    const memberNo = getMemberOrThrow(facts)
    const { status } = await trx.selectFrom('member').select('status').where('memberNo', '=', memberNo).executeTakeFirstOrThrow()
    if (status === memberStatus.closed) throw new PartnerRefusal('E1202')
    const { cardNo, cardType = null } = body
    await trx
      .insertInto('memberCard')
      .values({ memberNo, cardNo, cardType, boundAt: businessAt, createdBy: platformNo, updatedBy: null, updatedAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const card = await trx.selectFrom('memberCard').select(['memberNo', 'status']).where('cardNo', '=', cardNo).executeTakeFirstOrThrow()
    if (card.memberNo !== memberNo) throw fieldRefusal(['cardNo'])
    if (card.status !== boundCard) await rebind(trx, cardNo, platformNo, call.now)
    return { fields: { status: boundCard } }
  }
}

async function rebind(trx: Trx, cardNo: string, platformNo: string, now: Date): Promise<void> {
  await trx
    .updateTable('memberCard')
    .set((card) => ({ status: boundCard, updatedBy: platformNo, updatedAt: now, rowVersion: card('rowVersion', '+', 1) }))
    .where('cardNo', '=', cardNo)
    .execute()
}
