import type { Trx } from '../../../platform/database/tables.ts'
import { endOfNextYear, type JudgedActivities } from '../../points/public.ts'
import type { Activity, ActivityMember, ActivitySale } from './activity.ts'
import { judgeGift } from './judge.ts'
import { lockActivities, readWelcomes } from './readActivities.ts'

/** Somebody who has just become a member. */
export type Registration = Pick<ActivitySale, 'companyNo' | 'retailStoreNo' | 'memberNo' | 'businessAt'>

/** The rule of an issue that gives points of campaigns only. */
export const giftRule: ActivitySale['rule'] = {
  reward: null,
  pointPart: 0,
  extra: null,
  activities: [],
  expiry: endOfNextYear,
  effectiveDelayDays: 0,
}

/**
 * What the campaigns for registrations (ActivityType 5) give a new member. One that does not hold is no exception: nobody asked for it.
 * Called by the ledger while the member's account is held.
 */
export async function judgeWelcomes(trx: Trx, registration: Registration): Promise<JudgedActivities> {
  const { companyNo, businessAt } = registration
  const fitting = rulesFor(await readWelcomes(trx, companyNo, businessAt), registration)
  const locked = await lockActivities(
    trx,
    fitting.map(({ id }) => id),
  )
  const rules = rulesFor(locked, registration).map(({ rule }) => rule)
  const activities = rules.sort((one, other) => (one.activityCode < other.activityCode ? -1 : 1))
  return { activities, activityCode: activities[0]?.activityCode ?? null }
}

function rulesFor(activities: readonly Activity[], registration: Registration) {
  const newcomer: ActivityMember = { registeredAt: registration.businessAt, isListed: false, pointsOfDay: 0, pointsEver: 0 }
  return activities.flatMap((activity) => {
    const verdict = judgeGift(activity, { ...registration, amount: 0, rule: giftRule }, newcomer)
    return verdict.kind === 'applied' ? [{ id: activity.id, rule: verdict.rule }] : []
  })
}
