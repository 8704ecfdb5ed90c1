import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/tables.ts'
import { ledger } from '../../points/ledger.ts'
import { demandCompany, demandContract, demandMember, findStore } from '../facts/checkPlace.ts'
import { readFacts } from '../facts/readFacts.ts'
import { PartnerRefusal } from '../protocol/codes.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import type { BodyOf } from './catalog.ts'
import { fieldRefusal } from './checkBody.ts'
import { momentOf, type PostingServices } from './posting.ts'
import '../../points/tables.ts'

const closed = '3'
const bound = '1'

/** POST members/register. A mobile number belongs to one member: for a known one the field is refused. */
export function registerMemberHandler(services: PostingServices) {
  return async (trx: Trx, call: PartnerCall<BodyOf<'members/register'>>): Promise<PartnerOutcome> => {
    const { body, platformNo } = call
    const { businessAt, businessDate } = await momentOf(trx, services, call)
    const { mobile } = body
    // Two requests for one mobile number wait for each other here, so that the second one sees the member of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`member ${mobile}`}, 0))`.execute(trx)
    const facts = await readFacts(trx, { ...body, member: { mobile } })
    demandContract(demandCompany(call, facts), businessDate)
    findStore(call, facts)
    if (facts.memberNo !== null || (body.birthday ?? '') > businessDate)
      throw fieldRefusal([facts.memberNo === null ? 'birthday' : 'mobile'])
    const memberNo = await ledger.registerMember(trx, {
      mobile,
      memberName: body.name,
      birthday: body.birthday ?? null,
      email: body.email ?? null,
      gender: body.gender ?? null,
      consentVersion: body.consentVersion,
      platformNo,
      registeredAt: businessAt,
      createdBy: platformNo,
    })
    return { fields: { memberNo } }
  }
}

/** POST members/bind_card. A card belongs to one member; binding it again to the same one changes nothing. */
export function bindCardHandler(services: PostingServices) {
  return async (trx: Trx, call: PartnerCall<BodyOf<'members/bind_card'>>): Promise<PartnerOutcome> => {
    const { body, platformNo } = call
    const { businessAt, businessDate } = await momentOf(trx, services, call)
    const facts = await readFacts(trx, body)
    demandContract(demandCompany(call, facts), businessDate)
    findStore(call, facts)
    const memberNo = demandMember(facts)
    const { status } = await trx.selectFrom('member').select('status').where('memberNo', '=', memberNo).executeTakeFirstOrThrow()
    if (status === closed) throw new PartnerRefusal('E1202')
    const { cardNo, cardType = null } = body
    await trx
      .insertInto('memberCard')
      .values({ memberNo, cardNo, cardType, boundAt: businessAt, createdBy: platformNo, updatedBy: null, updatedAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const card = await trx.selectFrom('memberCard').select(['memberNo', 'status']).where('cardNo', '=', cardNo).executeTakeFirstOrThrow()
    if (card.memberNo !== memberNo) throw fieldRefusal(['cardNo'])
    if (card.status !== bound) await rebind(trx, cardNo, platformNo, call.now)
    return { fields: { status: bound } }
  }
}

async function rebind(trx: Trx, cardNo: string, platformNo: string, now: Date): Promise<void> {
  await trx
    .updateTable('memberCard')
    .set((card) => ({ status: bound, updatedBy: platformNo, updatedAt: now, rowVersion: card('rowVersion', '+', 1) }))
    .where('cardNo', '=', cardNo)
    .execute()
}
