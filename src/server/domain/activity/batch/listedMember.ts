import { approvedActivity } from '../../../../rules/activityState.ts'
import { activityExceptionType, activityStatus } from '../../../../rules/codes.generated.ts'
import type { ExceptionType } from '../../anomaly/public.ts'
import { type ActivityRule, expiryOf } from '../../points/public.ts'
import type { Activity } from '../sale/activity.ts'
import { platformCompanyNo, platformShareOf } from '../sale/judge.ts'

/** Why the campaign gives nothing to anybody at this moment; null = it may give. */
export function batchReason(activity: Activity, now: Date): ExceptionType | null {
  if (activity.status === activityStatus.terminated) return activityExceptionType.terminated
  if (activity.status !== approvedActivity) return activityExceptionType.notApproved
  if (now < activity.startAt) return activityExceptionType.notStarted
  return now >= activity.endAt ? activityExceptionType.ended : null
}

/**
 * What a member on the list gets: its own points, else those of the campaign, as far as the caps and the budget go. Hours, outlets and
 * caps of a day do not concern a gift without a sale, but caps of a member do.
 *
 * @param left what the budget still holds
 */
export function rulesForListed(activity: Activity, ownPoints: number | null, left: number): readonly ActivityRule[] {
  const { activityCode, companyNo, perTxnMax, perMemberDaily, perMemberTotal } = activity
  const caps = [left, perTxnMax, perMemberDaily, perMemberTotal].filter((cap) => cap !== null)
  const rule: ActivityRule = {
    activityCode,
    formula: { kind: 'list', points: ownPoints ?? activity.fixedPoints ?? 0 },
    // The platform's own campaign has no company that could bear a part.
    platformShare: companyNo === platformCompanyNo ? 100 : platformShareOf(activity),
    room: Math.max(0, Math.min(...caps)),
    expiry: expiryOf(activity),
  }
  return [rule]
}
