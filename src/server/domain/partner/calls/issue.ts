import { rewardType, roundingMode, storeScope, txnKind } from '../../../../rules/codes.generated.ts'
import { type ActivitySale, type CodeOutcome, mightApply, type SaleActivities } from '../../activity/public.ts'
import { type ActivityPoints, expiryOf, type IssueRequest, issueThrough, type RewardFormula, type SaleRule } from '../../points/public.ts'
import { assertContract, getCompanyOrThrow, getMemberOrThrow, getOpenStoreOrThrow } from '../facts/checkPlace.ts'
import { findExtraRule, type Payment } from '../facts/extraRule.ts'
import type { CallFacts, RewardSetting, StoreFacts } from '../facts/readFacts.ts'
import { PartnerRefusal } from '../protocol/codes.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import type { BodyOf } from './catalog.ts'
import { fieldRefusal } from './checkBody.ts'
import { contextOf, inspectSale, type Moment, type SaleServices, saleMoment } from './posting.ts'
import type { SalePort } from './salePort.ts'

type IssueCall = PartnerCall<BodyOf<'points/issue'>>
type RuleOfSale = Omit<SaleRule, 'extraRoom'>

/** POST points/issue: the points of a sale. */
export function issueHandler(services: SaleServices) {
  return async (port: SalePort, call: IssueCall): Promise<PartnerOutcome> => {
    const { body } = call
    checkSums(body)
    const moment = await saleMoment(() => port.posting.transaction(), services, call)
    const facts = await port.facts({ ...body, rewardsOn: moment.businessDate })
    const company = getCompanyOrThrow(call, facts)
    assertContract(company, moment.businessDate)
    const store = getOpenStoreOrThrow(facts, moment.businessDate)
    if (!company.allowIssue) throw new PartnerRefusal('E1104')
    const setting = chooseSetting(call, facts, store)
    const memberNo = getMemberOrThrow(facts)
    const { retailStoreNo } = store
    const rule = await ruleOf(port, call, setting, moment)
    const { companyNo, amount } = body
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

/** What decides which reward setting a sale gets. */
interface RewardQuestion {
  readonly retailStoreNo: string
  /** Default of the outlet. */
  readonly storeRewardId: string | null
  /** PaymentType of the largest payment; null when the partner did not send payments. */
  readonly paymentType: string | null
  /** Number or id that the partner sent. */
  readonly wanted: string | undefined
}

/**
 * The setting that counts (domain 4.5): the one asked for when it fits, else the first by priority of those that fit, else the outlet's
 * default, else the company's. Null: the sale cannot be rewarded (E1106).
 */
function chooseReward(settings: readonly RewardSetting[], question: RewardQuestion): RewardSetting | null {
  const fitting = settings.filter((setting) => fits(setting, question)).sort(byPriority)
  const wanted = fitting.find((setting) => setting.rewardPointNo === question.wanted || String(setting.id) === question.wanted)
  const ofStore = settings.find((setting) => String(setting.id) === question.storeRewardId)
  const special = fitting.find((setting) => !setting.isDefault)
  return wanted ?? special ?? ofStore ?? [...settings].sort(byPriority).find((setting) => setting.isDefault) ?? null
}

function fits(setting: RewardSetting, { retailStoreNo, paymentType }: RewardQuestion): boolean {
  if (setting.storeScope === storeScope.chosen && !setting.retailStoreNos.includes(retailStoreNo)) return false
  return setting.paymentTypes.length === 0 || (paymentType !== null && setting.paymentTypes.includes(paymentType))
}

const byPriority = (one: RewardSetting, other: RewardSetting) => one.priority - other.priority || one.id - other.id

async function ruleOf(port: SalePort, { body }: IssueCall, setting: RewardSetting, { businessDate }: Moment): Promise<RuleOfSale> {
  const { companyNo, amount, payments = [], pointPart = 0 } = body
  return {
    reward: formulaOf(setting),
    pointPart,
    extra: await findExtraRule(() => port.posting.transaction(), companyNo, businessDate, { amount, payments }),
    activities: [],
    expiry: expiryOf(setting),
    effectiveDelayDays: setting.effectiveDelayDays,
  }
}

function formulaOf(setting: RewardSetting): RewardFormula {
  const limits = { minSpend: setting.minSpend, maxPoints: setting.maxPointsPerTxn, rewardPoints: setting.rewardPoints }
  if (setting.rewardType !== rewardType.bySpend) return { kind: 'fixed', ...limits }
  return {
    kind: 'perSpend',
    ...limits,
    spendAmount: setting.spendAmount ?? 1,
    rounding: setting.roundingMode === roundingMode.halfUp ? 'halfUp' : 'floor',
    excludePointPart: setting.excludePointPart,
  }
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

/** The payment with the largest amount; null without payments. */
function mainPayment(payments: readonly Payment[]): Payment | null {
  return payments.reduce<Payment | null>((main, payment) => (main === null || payment.amount > main.amount ? payment : main), null)
}
