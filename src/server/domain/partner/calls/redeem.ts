import { txnKind } from '../../../../rules/codes.generated.ts'
import { mulDivHalfUp, redeemThrough } from '../../points/public.ts'
import type { BodyOf } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { assertContract, getCompanyOrThrow, getMemberOrThrow, getOpenStoreOrThrow } from '../facts/checkPlace.ts'
import type { SalePort } from '../facts/salePort.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import { contextOf, inspectSale, type PostingServices, saleMoment } from './posting.ts'

/** NT$ that points pay, at par; rounded once. */
function redeemAmount(points: number, parValue: number): number {
  return mulDivHalfUp(points, Math.round(parValue * 10_000), 10_000)
}

/** POST points/redeem: points pay for a sale. */
export function redeemHandler(services: PostingServices) {
  return async (port: SalePort, call: PartnerCall<BodyOf<'points/redeem'>>): Promise<PartnerOutcome> => {
    const { body } = call
    const { points, amount } = body
    const { businessAt, businessDate, parameters } = await saleMoment(() => port.settings(), services, call)
    const facts = await port.facts(body)
    const company = getCompanyOrThrow(call, facts)
    assertContract(company, businessDate)
    const store = getOpenStoreOrThrow(facts, businessDate)
    if (!company.allowRedeem) throw new PartnerRefusal('E1105')
    const memberNo = getMemberOrThrow(facts)
    const { minRedeemPoints, redeemStep, maxRedeemRatio } = company
    const { parValue } = parameters
    const rules = { minRedeemPoints, redeemStep, maxRedeemRatio, parValue }
    const context = contextOf(call, businessAt, store.retailStoreNo)
    const { posted, balance, available } = await redeemThrough(port.posting, { context, memberNo, points, amount, rules })
    await inspectSale(services, { port, posted, context, call: { kind: txnKind.redeem, memberNo, points, amount } })
    const { transactionId, transactionNo } = posted
    const fields = { redeemedPoints: points, redeemAmount: redeemAmount(points, parValue), balance, available }
    return { fields, transactionId, transactionNo }
  }
}
