import { approvedActivity } from '../../../../rules/activityState.ts'
import {
  activityExceptionType,
  activityStatus,
  activityType,
  costBearer,
  memberScope,
  storeScope,
} from '../../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate, taipeiDate, taipeiDateTime } from '../../../../rules/dates.ts'
import type { ExceptionType } from '../../anomaly/public.ts'
import { type ActivityRule, awardParts, expiryOf, type SaleRule } from '../../points/public.ts'

/** A campaign as it stands when its code is used. */
export interface Activity {
  readonly id: number
  readonly activityCode: string
  readonly activityName: string
  readonly companyNo: string
  readonly activityType: string
  readonly costBearer: string
  readonly platformShareRatio: number | null
  readonly multiplier: number | null
  readonly fixedPoints: number | null
  readonly minAmount: number | null
  readonly stepAmount: number | null
  readonly startAt: Date
  readonly endAt: Date
  readonly dailyFrom: string | null
  readonly dailyTo: string | null
  readonly weekdays: readonly string[]
  readonly storeScope: string
  readonly retailStoreNos: readonly string[]
  readonly memberScope: string
  readonly budgetPoints: number
  readonly perTxnMax: number | null
  readonly perMemberDaily: number | null
  readonly perMemberTotal: number | null
  readonly expiryRule: string
  readonly expiryValue: number | null
  readonly expiryDate: string | null
  readonly usedPoints: number
  readonly status: string
}

/** Facts about the member that decide on a code. */
export interface ActivityMember {
  readonly registeredAt: Date
  readonly isListed: boolean
  /** Points that this code gave the member on the business date, and ever; net of returns. */
  readonly pointsOfDay: number
  readonly pointsEver: number
}

/** The sale that a code came with. */
export interface CodeUse {
  /** As sent. */
  readonly activityCode: string
  readonly companyNo: string
  readonly retailStoreNo: string | null
  readonly memberNo: string
  readonly businessAt: Date
  readonly amount: number
  /** What the sale earns without the code. */
  readonly rule: Omit<SaleRule, 'extraRoom'>
}

export const platformCompanyNo = 'C000000'
const newMemberDays = 30

function formulaOf(activity: Activity): ActivityRule['formula'] {
  const points = activity.fixedPoints ?? 0
  if (activity.activityType === activityType.multiplier) return { kind: 'multiplier', multiplier: activity.multiplier ?? 1 }
  if (activity.activityType === activityType.minimumSpend) {
    return { kind: 'perStep', points, stepAmount: activity.stepAmount ?? 1, minAmount: activity.minAmount ?? 0 }
  }
  // Campaigns whose points do not depend on a sale: for members on a list, or for registering.
  if (activity.activityType === activityType.memberList || activity.activityType === activityType.registration)
    return { kind: 'list', points }
  return { kind: 'fixed', points, minAmount: activity.minAmount ?? 0 }
}

const platformShares: Readonly<Record<string, number>> = { [costBearer.company]: 0, [costBearer.platform]: 100 }

/**
 * The campaign in the form that the ledger computes with.
 *
 * @param room points that caps and budget leave; null = computed without them
 */
function activityRuleOf(activity: Activity, room: number | null): ActivityRule {
  return {
    activityCode: activity.activityCode,
    formula: formulaOf(activity),
    platformShare: platformShares[activity.costBearer] ?? activity.platformShareRatio ?? 0,
    room,
    expiry: expiryOf(activity),
  }
}

/** What the code would earn on this sale, before caps and budget. */
export function expectedPoints(activity: Activity, use: CodeUse): number {
  const rule = { ...use.rule, extra: null, extraRoom: null, activities: [activityRuleOf(activity, null)] }
  return awardParts(rule, use.amount)
    .filter((part) => part.component.component === 'ACTIVITY')
    .reduce((total, part) => total + part.points, 0)
}

/** Monday is 1, as in the dictionary Weekday. */
function weekdayOf(date: string): string {
  return String(new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
}

function isWithinHours({ dailyFrom, dailyTo, weekdays }: Activity, at: Date): boolean {
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(taipeiDate(at)))) return false
  const time = taipeiDateTime(at).slice(11, 16)
  const from = dailyFrom ?? '00:00'
  const to = dailyTo ?? '24:00'
  return from < to ? time >= from && time < to : time >= from || time < to
}

function isMemberMeant(activity: Activity, use: CodeUse, member: ActivityMember): boolean {
  if (activity.memberScope === memberScope.listed) return member.isListed
  if (activity.memberScope !== memberScope.newMembers) return true
  const youngSince = startOfTaipeiDate(addDays(taipeiDate(use.businessAt), -newMemberDays))
  return member.registeredAt >= youngSince
}

function smallest(...limits: readonly (number | null)[]): number | null {
  const set = limits.filter((limit): limit is number => limit !== null)
  return set.length === 0 ? null : Math.max(0, Math.min(...set))
}

/** Caps of one sale and one member; null = none. */
function roomOfMember(activity: Activity, member: ActivityMember): number | null {
  const { perTxnMax, perMemberDaily, perMemberTotal } = activity
  return smallest(
    perTxnMax,
    perMemberDaily === null ? null : perMemberDaily - member.pointsOfDay,
    perMemberTotal === null ? null : perMemberTotal - member.pointsEver,
  )
}

function findReason(activity: Activity, use: CodeUse, member: ActivityMember): ExceptionType | null {
  const { businessAt } = use
  if (activity.status === activityStatus.terminated) return activityExceptionType.terminated
  if (activity.status !== approvedActivity) return activityExceptionType.notApproved
  if (activity.companyNo !== platformCompanyNo && activity.companyNo !== use.companyNo) return activityExceptionType.wrongCompany
  if (businessAt < activity.startAt) return activityExceptionType.notStarted
  if (businessAt >= activity.endAt) return activityExceptionType.ended
  if (!isWithinHours(activity, businessAt)) return activityExceptionType.wrongHour
  if (activity.storeScope === storeScope.chosen && !activity.retailStoreNos.includes(use.retailStoreNo ?? ''))
    return activityExceptionType.wrongStore
  if (!isMemberMeant(activity, use, member)) return activityExceptionType.wrongMember
  if (expectedPoints(activity, use) === 0) return activityExceptionType.belowThreshold
  if (roomOfMember(activity, member) === 0) return activityExceptionType.overCap
  return activity.usedPoints >= activity.budgetPoints ? activityExceptionType.noBudget : null
}

export type Verdict = { readonly kind: 'applied'; readonly rule: ActivityRule } | { readonly kind: 'refused'; readonly type: ExceptionType }

/**
 * Whether a code earns something on a sale (domain 4.13, 8). A refused code never refuses the sale.
 * A budget that holds less than what was earned gives what is left.
 */
export function judgeCode(activity: Activity, use: CodeUse, member: ActivityMember): Verdict {
  // Campaigns for a list or for registrations do not reward sales, so the code is refused as used by the wrong member.
  const isForSales = activity.activityType !== activityType.memberList && activity.activityType !== activityType.registration
  return verdictOf(activity, member, findReason(activity, use, member) ?? (isForSales ? null : activityExceptionType.wrongMember))
}

/** Whether a campaign for registrations gives a new member its points. */
export function judgeRegistration(activity: Activity, use: CodeUse, member: ActivityMember): Verdict {
  return verdictOf(activity, member, findReason(activity, use, member))
}

function verdictOf(activity: Activity, member: ActivityMember, type: ExceptionType | null): Verdict {
  if (type !== null) return { kind: 'refused', type }
  const room = smallest(roomOfMember(activity, member), activity.budgetPoints - activity.usedPoints)
  return { kind: 'applied', rule: activityRuleOf(activity, room) }
}
