import { approvedActivity } from '../../../../rules/activityState.ts'
import { memberStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { fieldsError } from '../../../platform/errors.ts'
import {
  type Activity,
  type ActivitySale,
  expectedPoints,
  judgeSale,
  lookAt,
  readOthers,
  type SaleVerdicts,
  stranger,
} from '../../activity/public.ts'
import { exceptionTexts } from '../../anomaly/public.ts'
import { type AwardPart, awardParts } from '../../points/public.ts'
import { chooseReward, mainPayment, ruleOf } from '../calls/saleRule.ts'
import { PartnerRefusal, partnerCodes } from '../catalog/codes.ts'
import { assertContract, getOpenStoreOrThrow } from '../facts/checkPlace.ts'
import type { Payment } from '../facts/extraRule.ts'
import { type CallFacts, readFacts } from '../facts/readFacts.ts'

/** A sale that somebody imagines. */
export interface TriedSale {
  readonly companyNo: string
  readonly retailStoreNo: string
  readonly businessAt: Date
  readonly amount: number
  readonly payments: readonly Payment[]
  readonly pointPart: number
  /** Null: any member, neither new nor listed, who got nothing before. */
  readonly memberNo: string | null
  readonly activityCode: string | null
}

export interface TriedActivity {
  readonly activityCode: string
  readonly activityName: string
  readonly companyNo: string
  readonly applies: boolean
  readonly points: number
  /** Before caps and budget. */
  readonly expectedPoints: number
  /** Why it gives nothing; null when it applies. */
  readonly reason: string | null
  /** False while it is prepared, and when it was terminated. */
  readonly isApproved: boolean
  /** True when it gives points by itself, or its code was sent. */
  readonly wasAsked: boolean
}

export interface TriedResult {
  readonly basePoints: number
  /** Of a co-branded card, before the cap of the month. */
  readonly extraPoints: number
  readonly activityPoints: number
  readonly activities: readonly TriedActivity[]
}

const codeNeeded = '須傳活動代碼'

/**
 * What a sale would earn now: the same decision as of a sale that a partner posts. Reads only, without locks, and stores nothing.
 *
 * @throws 400 at the field that names nothing, 409 with the reason why such a sale would be refused
 */
export async function trySale(db: Executor, tried: TriedSale): Promise<TriedResult> {
  const { companyNo, businessAt } = tried
  const businessDate = taipeiDate(businessAt)
  const facts = await factsOf(db, tried, businessDate)
  const sale = await saleOf(db, tried, facts, businessDate)
  const { verdicts } = await lookAt(db, { sale, automatic: facts.activities, sentCode: tried.activityCode })
  const rule = {
    ...sale.rule,
    extraRoom: null,
    activities: verdicts.judged.flatMap(({ verdict }) => (verdict.kind === 'applied' ? [verdict.rule] : [])),
  }
  const parts = awardParts(rule, tried.amount)
  const named = [...verdicts.judged, ...verdicts.refusedCodes].flatMap(({ activity }) => activity?.id ?? [])
  const others = await readOthers(db, companyNo, named)
  return {
    basePoints: pointsOf(parts, 'BASE'),
    extraPoints: pointsOf(parts, 'EXTRA'),
    activityPoints: pointsOf(parts, 'ACTIVITY'),
    activities: [...judgedLines(verdicts, sale, parts), ...others.map((activity) => otherLine(activity, sale))],
  }
}

async function factsOf(db: Executor, { companyNo, retailStoreNo, memberNo }: TriedSale, businessDate: string): Promise<CallFacts> {
  const store = await db
    .selectFrom('retailStore')
    .select('partnerStoreCode')
    .where('companyNo', '=', companyNo)
    .where('retailStoreNo', '=', retailStoreNo)
    .executeTakeFirst()
  if (!store) throw fieldsError({ retailStoreNo: partnerCodes.E1103.text })
  const member = memberNo === null ? undefined : { memberNo }
  return readFacts(db, { companyNo, retailStoreCode: store.partnerStoreCode, member, rewardsOn: businessDate })
}

/** @throws 409 with the text of the code with which a partner would be refused */
async function saleOf(db: Executor, tried: TriedSale, facts: CallFacts, businessDate: string): Promise<ActivitySale> {
  const { companyNo, businessAt, amount, payments, pointPart, memberNo } = tried
  if (!facts.company) throw new PartnerRefusal('E1101')
  assertContract(facts.company, businessDate)
  const { retailStoreNo, rewardPointId } = getOpenStoreOrThrow(facts, businessDate)
  if (!facts.company.allowIssue) throw new PartnerRefusal('E1104')
  const paymentType = mainPayment(payments)?.paymentType ?? null
  const setting = chooseReward(facts.rewards, { retailStoreNo, storeRewardId: rewardPointId, paymentType, wanted: undefined })
  if (!setting) throw new PartnerRefusal('E1106')
  if (memberNo !== null) await assertMember(db, facts)
  const rule = await ruleOf(() => db, setting, { companyNo, businessDate, amount, payments, pointPart })
  return { companyNo, retailStoreNo, memberNo: memberNo ?? '', businessAt, amount, rule }
}

async function assertMember(db: Executor, { memberNo }: CallFacts): Promise<void> {
  if (memberNo === null) throw fieldsError({ memberNo: partnerCodes.E1201.text })
  const member = await db.selectFrom('member').select('status').where('memberNo', '=', memberNo).executeTakeFirst()
  if (member?.status === memberStatus.closed) throw new PartnerRefusal('E1202')
}

function judgedLines({ judged, refusedCodes }: SaleVerdicts, sale: ActivitySale, parts: readonly AwardPart[]): readonly TriedActivity[] {
  const lines = judged.map(({ activity, verdict }): TriedActivity => {
    const own = parts.filter(({ component }) => component.component === 'ACTIVITY' && component.componentCode === activity.activityCode)
    const reason = verdict.kind === 'applied' ? null : exceptionTexts[verdict.type]
    return lineOf(activity, sale, { points: own.reduce((total, { points }) => total + points, 0), reason })
  })
  const known = new Set(judged.map(({ activity }) => activity.activityCode))
  const unknown = refusedCodes.filter(({ activityCode }) => !known.has(activityCode))
  return [
    ...lines,
    ...unknown.map(({ activityCode, activity, type }): TriedActivity => {
      const reason = exceptionTexts[type]
      if (activity) return lineOf(activity, sale, { points: 0, reason })
      const nothing = { applies: false, points: 0, expectedPoints: 0, isApproved: false, wasAsked: true }
      return { activityCode, activityName: '', companyNo: sale.companyNo, reason, ...nothing }
    }),
  ]
}

function lineOf(
  activity: Activity,
  sale: ActivitySale,
  { points, reason }: { readonly points: number; readonly reason: string | null },
): TriedActivity {
  const { activityCode, activityName, companyNo, status } = activity
  return {
    ...{ activityCode, activityName, companyNo, points, reason },
    ...{
      applies: reason === null,
      expectedPoints: expectedPoints(activity, sale),
      isApproved: status === approvedActivity,
      wasAsked: true,
    },
  }
}

/** A campaign that was not asked: because nobody sent its code, or by its own state. */
function otherLine(activity: Activity, sale: ActivitySale): TriedActivity {
  const verdict = judgeSale(activity, sale, { ...stranger, registeredAt: sale.businessAt, isListed: true })
  const reason = verdict.kind === 'refused' ? exceptionTexts[verdict.type] : codeNeeded
  return { ...lineOf(activity, sale, { points: 0, reason }), wasAsked: false }
}

function pointsOf(parts: readonly AwardPart[], component: AwardPart['component']['component']): number {
  return parts.filter((part) => part.component.component === component).reduce((total, { points }) => total + points, 0)
}
