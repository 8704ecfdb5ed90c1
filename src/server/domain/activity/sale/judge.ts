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
import { type ActivityRule, awardParts, expiryOf } from '../../points/public.ts'
import type { Activity, ActivityMember, ActivitySale } from './activity.ts'

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

/** Percent of the points that the platform bears. */
export function platformShareOf(activity: Activity): number {
  return platformShares[activity.costBearer] ?? activity.platformShareRatio ?? 0
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
    platformShare: platformShareOf(activity),
    room,
    expiry: expiryOf(activity),
  }
}

/** What the campaign would give to this sale, before caps and budget. */
export function expectedPoints(activity: Activity, sale: ActivitySale): number {
  const rule = { ...sale.rule, extra: null, extraRoom: null, activities: [activityRuleOf(activity, null)] }
  return awardParts(rule, sale.amount)
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

function isMemberMeant(activity: Activity, sale: ActivitySale, member: ActivityMember): boolean {
  if (activity.memberScope === memberScope.listed) return member.isListed
  if (activity.memberScope !== memberScope.newMembers) return true
  const youngSince = startOfTaipeiDate(addDays(taipeiDate(sale.businessAt), -newMemberDays))
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

function findReason(activity: Activity, sale: ActivitySale, member: ActivityMember): ExceptionType | null {
  const { businessAt } = sale
  if (activity.status === activityStatus.terminated) return activityExceptionType.terminated
  if (activity.status !== approvedActivity) return activityExceptionType.notApproved
  if (activity.companyNo !== platformCompanyNo && activity.companyNo !== sale.companyNo) return activityExceptionType.wrongCompany
  if (businessAt < activity.startAt) return activityExceptionType.notStarted
  if (businessAt >= activity.endAt) return activityExceptionType.ended
  if (!isWithinHours(activity, businessAt)) return activityExceptionType.wrongHour
  if (activity.storeScope === storeScope.chosen && !activity.retailStoreNos.includes(sale.retailStoreNo ?? ''))
    return activityExceptionType.wrongStore
  if (!isMemberMeant(activity, sale, member)) return activityExceptionType.wrongMember
  if (expectedPoints(activity, sale) === 0) return activityExceptionType.belowThreshold
  if (roomOfMember(activity, member) === 0) return activityExceptionType.overCap
  return activity.usedPoints >= activity.budgetPoints ? activityExceptionType.noBudget : null
}

export type Verdict = { readonly kind: 'applied'; readonly rule: ActivityRule } | { readonly kind: 'refused'; readonly type: ExceptionType }

/**
 * Whether a campaign gives something to a sale, by its code or by itself (domain 4.13, 8). A refused code never refuses the sale.
 * A budget that holds less than what was earned gives what is left.
 */
export function judgeSale(activity: Activity, sale: ActivitySale, member: ActivityMember): Verdict {
  // Campaigns for a list or for registrations do not reward sales, so the code is refused as used by the wrong member.
  const isForSales = activity.activityType !== activityType.memberList && activity.activityType !== activityType.registration
  return verdictOf(activity, member, findReason(activity, sale, member) ?? (isForSales ? null : activityExceptionType.wrongMember))
}

/** Whether a campaign for registrations gives a member its points. */
export function judgeGift(activity: Activity, sale: ActivitySale, member: ActivityMember): Verdict {
  return verdictOf(activity, member, findReason(activity, sale, member))
}

function verdictOf(activity: Activity, member: ActivityMember, type: ExceptionType | null): Verdict {
  if (type !== null) return { kind: 'refused', type }
  const room = smallest(roomOfMember(activity, member), activity.budgetPoints - activity.usedPoints)
  return { kind: 'applied', rule: activityRuleOf(activity, room) }
}
