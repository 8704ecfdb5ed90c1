import type { Trx } from '../../../platform/database/tables.ts'
import { mulDivHalfUp } from '../../points/domain/arithmetic.ts'
import { txnKind } from '../../points/domain/kinds.ts'
import { ledger } from '../../points/ledger.ts'
import { demandCompany, demandContract, demandMember, demandOpenStore } from '../facts/checkPlace.ts'
import { readFacts } from '../facts/readFacts.ts'
import { PartnerRefusal } from '../protocol/codes.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import type { BodyOf } from './catalog.ts'
import { inspect, momentOf, occasionOf, type PostingServices } from './posting.ts'

/** NT$ that points pay, at par; rounded once. */
function redeemAmount(points: number, parValue: number): number {
  return mulDivHalfUp(points, Math.round(parValue * 10_000), 10_000)
}

/** POST points/redeem: points pay for a sale. */
export function redeemHandler(services: PostingServices) {
  return async (trx: Trx, call: PartnerCall<BodyOf<'points/redeem'>>): Promise<PartnerOutcome> => {
    const { body } = call
    const { points, amount } = body
    const { businessAt, businessDate, parameters } = await momentOf(trx, services, call)
    const facts = await readFacts(trx, body)
    const company = demandCompany(call, facts)
    demandContract(company, businessDate)
    const store = demandOpenStore(facts, businessDate)
    if (!company.allowRedeem) throw new PartnerRefusal('E1105')
    const memberNo = demandMember(facts)
    const { minRedeemPoints, redeemStep, maxRedeemRatio } = company
    const { parValue } = parameters
    const rules = { minRedeemPoints, redeemStep, maxRedeemRatio, parValue }
    const occasion = occasionOf(call, businessAt, store.retailStoreNo)
    const { posted, balance, available } = await ledger.redeem(trx, { occasion, memberNo, points, amount, rules })
    await inspect(services, trx, posted, occasion, { kind: txnKind.redeem, memberNo, points, amount })
    const { transactionId, transactionNo } = posted
    const fields = { redeemedPoints: points, redeemAmount: redeemAmount(points, parValue), balance, available }
    return { fields, transactionId, transactionNo }
  }
}
