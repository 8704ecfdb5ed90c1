import { txnKind } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { debtLimitFor } from '../../debts/public.ts'
import type { ReturnRequest } from '../../points/public.ts'
import { ledger } from '../../points/public.ts'
import type { BodyOf } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { assertReturnable, findStore, getCompanyOrThrow } from '../facts/checkPlace.ts'
import { readFacts } from '../facts/readFacts.ts'
import { fieldRefusal } from '../protocol/checkBody.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import { contextOf, givenByActivity, inspect, type Moment, momentOf, type PostingServices, type SaleServices } from './posting.ts'

type ReturnCall = PartnerCall<BodyOf<'points/issue_return'>>
type RedeemReturnCall = PartnerCall<BodyOf<'points/redeem_return'>>

function requestOf({ returnAmount, returnPoints }: ReturnCall['body']): ReturnRequest {
  if (returnAmount !== undefined && returnPoints === undefined) return { kind: 'amount', amount: returnAmount }
  if (returnPoints !== undefined && returnAmount === undefined) return { kind: 'points', points: returnPoints }
  throw fieldRefusal(['returnAmount', 'returnPoints'])
}

interface ReturnPlace {
  readonly moment: Moment
  readonly retailStoreNo: string | null
}

/** Company and outlet of a return: suspended, ended and closed ones still take it. */
async function placeOf(trx: Trx, services: PostingServices, call: ReturnCall | RedeemReturnCall): Promise<ReturnPlace> {
  const moment = await momentOf(trx, services, call)
  const facts = await readFacts(trx, call.body)
  assertReturnable(getCompanyOrThrow(call, facts), call.now, moment.parameters.returnDaysAfterEnd)
  return { moment, retailStoreNo: findStore(call, facts)?.retailStoreNo ?? null }
}

interface OriginalRow {
  readonly memberNo: string
  readonly companyNo: string
}

/** Whose sale or redeem it was; null when nothing was posted under that number. */
async function originalOf(trx: Trx, call: ReturnCall | RedeemReturnCall, kinds: readonly string[]): Promise<OriginalRow | null> {
  const row = await trx
    .selectFrom('pointTransaction')
    .select(['memberNo', 'companyNo'])
    .where('platformNo', '=', call.platformNo)
    .where('externalTxnNo', '=', call.body.originalExternalTxnNo)
    .where('kind', 'in', [...kinds])
    .executeTakeFirst()
  return row?.memberNo && row.companyNo ? { memberNo: row.memberNo, companyNo: row.companyNo } : null
}

/** A sale that earned nothing has no points to give back. */
async function returnNothing(trx: Trx, call: ReturnCall, request: ReturnRequest): Promise<PartnerOutcome> {
  const { platformNo, body } = call
  await ledger.returnZeroPointSale(trx, { platformNo, externalTxnNo: body.originalExternalTxnNo, companyNo: body.companyNo }, request)
  return { fields: { clawedPoints: 0, shortagePoints: 0, pendingNo: null, balance: null } }
}

/** POST points/issue_return: goods come back, their points too. */
export function issueReturnHandler(services: SaleServices) {
  return async (trx: Trx, call: ReturnCall): Promise<PartnerOutcome> => {
    const { body, platformNo } = call
    const request = requestOf(body)
    const { moment, retailStoreNo } = await placeOf(trx, services, call)
    const sale = await originalOf(trx, call, [txnKind.issue, txnKind.issueBatch])
    if (!sale) return returnNothing(trx, call, request)
    const { memberNo } = sale
    const context = contextOf(call, moment.businessAt, retailStoreNo)
    const limit = await debtLimitFor(trx, { memberNo, companyNo: body.companyNo, on: moment.businessDate })
    const original = { platformNo, externalTxnNo: body.originalExternalTxnNo }
    const result = await ledger.issueReturn(trx, { context, original, request, limit, acceptPartial: body.acceptPartial ?? false })
    const { posted, clawedPoints, shortagePoints, balance } = result
    if (posted) {
      await services.activities.count(trx, await givenByActivity(trx, posted.transactionId))
      const amount = request.kind === 'amount' ? request.amount : null
      await inspect(services, trx, { posted, context, call: { kind: txnKind.issueReturn, memberNo, points: clawedPoints, amount } })
    }
    const fields = { clawedPoints, shortagePoints, pendingNo: posted?.pendingNo ?? null, balance }
    return { fields, transactionId: posted?.transactionId ?? null, transactionNo: posted?.transactionNo ?? null }
  }
}

/** POST points/redeem_return: points that paid for returned goods come back. */
export function redeemReturnHandler(services: PostingServices) {
  return async (trx: Trx, call: RedeemReturnCall): Promise<PartnerOutcome> => {
    const { body, platformNo } = call
    const points = body.returnPoints
    const { moment, retailStoreNo } = await placeOf(trx, services, call)
    const spend = await originalOf(trx, call, [txnKind.redeem])
    if (!spend) throw new PartnerRefusal('E1304')
    const { memberNo } = spend
    const context = contextOf(call, moment.businessAt, retailStoreNo)
    const original = { platformNo, externalTxnNo: body.originalExternalTxnNo }
    const graceDays = moment.parameters.restoreGraceDays
    const { posted, balance } = await ledger.redeemReturn(trx, { context, original, points, graceDays })
    await inspect(services, trx, { posted, context, call: { kind: txnKind.redeemReturn, memberNo, points, amount: null } })
    const { transactionId, transactionNo } = posted
    return { fields: { restoredPoints: points, balance }, transactionId, transactionNo }
  }
}
