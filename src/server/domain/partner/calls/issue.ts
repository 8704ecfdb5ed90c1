import { rewardType, roundingMode, storeScope, txnKind } from '../../../../rules/codes.generated.ts'
import { expiryOf, issueThrough, type RewardFormula, type SaleRule } from '../../points/public.ts'
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
    const code = await applyCode(services, port, call, { rule, memberNo, retailStoreNo, businessAt: moment.businessAt })
    return issueSale(services, port, call, { moment, memberNo, retailStoreNo, rewardPointId: setting.id, code })
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

interface AppliedCode {
  readonly rule: RuleOfSale
  readonly applied: boolean
  readonly message: string | null
}

/** A code that does not hold never refuses the sale: it earns nothing and is remembered (domain 8). */
async function applyCode(
  { activities }: SaleServices,
  port: SalePort,
  call: IssueCall,
  sale: { readonly rule: RuleOfSale; readonly memberNo: string; readonly retailStoreNo: string; readonly businessAt: Date },
): Promise<AppliedCode> {
  const { activityCode, companyNo, amount, externalTxnNo } = call.body
  if (activityCode === undefined) return { rule: sale.rule, applied: false, message: null }
  const sender = { platformNo: call.platformNo, externalTxnNo }
  const { activity, message } = await activities.useActivityCode(
    port.posting.transaction(),
    { activityCode, companyNo, amount, ...sale },
    sender,
  )
  if (activity === null) return { rule: sale.rule, applied: false, message }
  return { rule: { ...sale.rule, activities: [activity] }, applied: true, message }
}

interface DecidedSale {
  readonly moment: Moment
  readonly memberNo: string
  readonly retailStoreNo: string
  readonly rewardPointId: number
  readonly code: AppliedCode
}

async function issueSale(services: SaleServices, port: SalePort, call: IssueCall, sale: DecidedSale): Promise<PartnerOutcome> {
  const { body } = call
  const { memberNo, code } = sale
  const context = contextOf(call, sale.moment.businessAt, sale.retailStoreNo)
  const activityCode = body.activityCode?.toUpperCase() ?? null
  const main = mainPayment(body.payments ?? [])
  const result = await issueThrough(port.posting, {
    context,
    memberNo,
    amount: body.amount,
    rule: code.rule,
    detail: {
      payableAmount: body.amount - (body.pointPart ?? 0),
      paymentType: main?.paymentType ?? null,
      cardNo: main?.cardNo6 ?? null,
      rewardPointId: sale.rewardPointId,
      activityCode: code.applied ? activityCode : null,
    },
  })
  const { posted, issuedPoints, activityPoints } = result
  if (posted) {
    if (code.applied && activityCode !== null)
      await services.activities.countActivityPoints(port.posting.transaction(), activityCode, activityPoints)
    await insertPartnerSale(port, posted.transactionId, body)
    await inspectSale(services, {
      port,
      posted,
      context,
      call: {
        kind: txnKind.issue,
        memberNo,
        points: issuedPoints,
        amount: body.amount,
        activityCode,
      },
    })
  } else {
    const { platformNo, now } = call
    const { externalTxnNo, companyNo, amount } = body
    await port.insertZeroPointSale({ platformNo, externalTxnNo, companyNo, amount, now })
  }
  const { basePoints, extraPoints, repaidPoints, balance, expireDate } = result
  const points = { issuedPoints, basePoints, activityPoints, extraPoints, repaidPoints, balance, expireDate }
  return {
    fields: { ...points, activityApplied: code.applied, activityMessage: code.message },
    transactionId: posted?.transactionId ?? null,
    transactionNo: posted?.transactionNo ?? null,
  }
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
