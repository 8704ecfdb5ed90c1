import { txnKind } from '../../../../rules/codes.generated.ts'
import { type ActivitySale, type CodeOutcome, mightApply, type SaleActivities } from '../../activity/public.ts'
import { type ActivityPoints, type IssueRequest, issueThrough } from '../../points/public.ts'
import type { BodyOf } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { assertContract, getCompanyOrThrow, getMemberOrThrow, getOpenStoreOrThrow } from '../facts/checkPlace.ts'
import type { CallFacts, RewardSetting, StoreFacts } from '../facts/readFacts.ts'
import type { SalePort } from '../facts/salePort.ts'
import { fieldRefusal } from '../protocol/checkBody.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import { contextOf, inspectSale, type SaleServices, saleMoment } from './posting.ts'
import { chooseReward, mainPayment, ruleOf } from './saleRule.ts'

type IssueCall = PartnerCall<BodyOf<'points/issue'>>

/** POST points/issue: the points of a sale. */
export function issueHandler(services: SaleServices) {
  return async (port: SalePort, call: IssueCall): Promise<PartnerOutcome> => {
    const { body } = call
    checkSums(body)
    const moment = await saleMoment(() => port.settings(), services, call)
    const facts = await port.facts({ ...body, rewardsOn: moment.businessDate })
    const company = getCompanyOrThrow(call, facts)
    assertContract(company, moment.businessDate)
    const store = getOpenStoreOrThrow(facts, moment.businessDate)
    if (!company.allowIssue) throw new PartnerRefusal('E1104')
    const setting = chooseSetting(call, facts, store)
    const memberNo = getMemberOrThrow(facts)
    const { retailStoreNo } = store
    const { companyNo, amount, payments, pointPart } = body
    const { businessDate } = moment
    const question = { companyNo, businessDate, amount, payments, pointPart }
    const rule = await ruleOf(() => port.posting.transaction(), setting, question)
    const sale = { companyNo, retailStoreNo, memberNo, businessAt: moment.businessAt, amount, rule }
    const activities = activitiesOf(services, port, call, { sale, facts })
    return issueSale(services, port, call, { sale, rewardPointId: setting.id, activities })
  }
}

function checkSums({ amount, payments = [], pointPart = 0 }: IssueCall['body']): void {
  const paid = payments.reduce((total, payment) => total + payment.amount, 0)
  const wrong = [...(pointPart > amount ? ['pointPart'] : []), ...(paid > amount ? ['payments'] : [])]
  if (wrong.length > 0) throw fieldRefusal(wrong)
}

function chooseSetting(call: IssueCall, facts: CallFacts, store: StoreFacts): RewardSetting {
  const setting = chooseReward(facts.rewards, {
    retailStoreNo: store.retailStoreNo,
    storeRewardId: store.rewardPointId,
    paymentType: mainPayment(call.body.payments ?? [])?.paymentType ?? null,
    wanted: call.body.rewardPointId,
  })
  if (!setting) throw new PartnerRefusal('E1106')
  return setting
}

/**
 * The campaigns of a sale; null when none can concern it, so that it needs no locks.
 *
 * @throws OptimisticPostingAborted without a transaction when one might
 */
function activitiesOf(
  { activities }: SaleServices,
  port: SalePort,
  { body }: IssueCall,
  { sale, facts }: { readonly sale: ActivitySale; readonly facts: CallFacts },
): SaleActivities | null {
  const sentCode = body.activityCode ?? null
  const automatic = mightApply(facts.activities, sale, facts.member)
  if (automatic.length === 0 && sentCode === null) return null
  return activities.ofSale(port.posting.transaction(), { sale, automatic, sentCode })
}

interface DecidedSale {
  readonly sale: ActivitySale
  readonly rewardPointId: number
  readonly activities: SaleActivities | null
}

async function issueSale(services: SaleServices, port: SalePort, call: IssueCall, decided: DecidedSale): Promise<PartnerOutcome> {
  const { sale, activities } = decided
  const context = contextOf(call, sale.businessAt, sale.retailStoreNo)
  const result = await issueThrough(port.posting, issueRequest(call, context, decided))
  const { posted, issuedPoints, activityPoints } = result
  const code = activities
    ? await services.activities.settle(port.posting.transaction(), activities, result.activities, senderOf(call))
    : null
  if (posted) {
    await insertPartnerSale(port, posted.transactionId, call.body)
    const activityCode = call.body.activityCode?.toUpperCase() ?? result.activities[0]?.activityCode ?? null
    const inspected = { kind: txnKind.issue, memberNo: sale.memberNo, points: issuedPoints, amount: sale.amount, activityCode }
    await inspectSale(services, { port, posted, context, call: inspected })
  } else {
    const { platformNo, now, body } = call
    await port.insertZeroPointSale({ platformNo, externalTxnNo: body.externalTxnNo, companyNo: body.companyNo, amount: body.amount, now })
  }
  const { basePoints, extraPoints, repaidPoints, balance, expireDate } = result
  const points = { issuedPoints, basePoints, activityPoints, extraPoints, repaidPoints, balance, expireDate }
  return {
    fields: { ...points, ...activityFields(call, code, result.activities) },
    transactionId: posted?.transactionId ?? null,
    transactionNo: posted?.transactionNo ?? null,
  }
}

const senderOf = ({ platformNo, body }: IssueCall) => ({ platformNo, externalTxnNo: body.externalTxnNo })

function issueRequest(call: IssueCall, context: IssueRequest['context'], { sale, rewardPointId, activities }: DecidedSale): IssueRequest {
  const { body } = call
  const { memberNo, amount, rule } = sale
  const main = mainPayment(body.payments ?? [])
  const detail = {
    payableAmount: amount - (body.pointPart ?? 0),
    paymentType: main?.paymentType ?? null,
    cardNo: main?.cardNo6 ?? null,
    rewardPointId,
  }
  return { context, memberNo, amount, rule, detail, ...(activities && { judgeActivities: activities.judge }) }
}

/** What the answer says of campaigns: whether the code that was sent counts or, when none was, whether automatic ones gave points. */
function activityFields(call: IssueCall, code: CodeOutcome | null, activities: readonly ActivityPoints[]) {
  const activityApplied = call.body.activityCode === undefined ? activities.length > 0 : (code?.applied ?? false)
  return { activityApplied, activityMessage: code?.message ?? null, activities }
}

/** Stores what the partner sent with the sale and the ledger has no columns for. */
async function insertPartnerSale(
  port: SalePort,
  transactionId: number,
  { points, terminalId, payments = [] }: IssueCall['body'],
): Promise<void> {
  if (points === undefined && terminalId === undefined && payments.length < 2) return
  await port.insertSale({ transactionId, terminalId: terminalId ?? null, sentPoints: points ?? null, payments })
}
