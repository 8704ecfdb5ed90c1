import { sql } from 'kysely'
import { approvedActivity } from '../../../../rules/activityState.ts'
import { activityType } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import type { Activity, ActivityMember, ActivitySale } from './activity.ts'
import { platformCompanyNo } from './judge.ts'

const columns = sql`
  id, activity_code, activity_name, company_no, activity_type, cost_bearer, platform_share_ratio, multiplier, fixed_points, min_amount,
  step_amount, start_at, end_at, daily_from, daily_to, weekdays, store_scope, retail_store_nos, member_scope, require_code, budget_points,
  per_txn_max, per_member_daily, per_member_total, expiry_rule, expiry_value, expiry_date, used_points, status`

/** More than anybody reads in a trial. */
const othersMax = 100

/** An activity within JSON (`automatic_activities`), where times are texts. */
export type ActivityInJson = Omit<Activity, 'startAt' | 'endAt'> & { readonly startAt: string; readonly endAt: string }

export function activityOfJson({ startAt, endAt, ...rest }: ActivityInJson): Activity {
  return { ...rest, startAt: new Date(startAt), endAt: new Date(endAt) }
}

/** By their codes, without a lock; those that do not exist are left out. */
export async function readByCodes(db: Executor, codes: readonly string[]): Promise<readonly Activity[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<Activity>`select ${columns} from activity where activity_code = any (${codes}::text[]) order by id`.execute(db)
  return rows
}

/** By its id, without a lock; null when it is gone. */
export async function findActivity(db: Executor, id: number): Promise<Activity | null> {
  const { rows } = await sql<Activity>`select ${columns} from activity where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * Campaigns for sales of a company that are not automatic ones of the day: with a code, of another time, not approved. The newest first,
 * at most `othersMax`.
 */
export async function readOthers(db: Executor, companyNo: string, known: readonly number[]): Promise<readonly Activity[]> {
  const { rows } = await sql<Activity>`
    select ${columns} from activity
    where company_no in (${companyNo}, ${platformCompanyNo}) and id <> all (${known}::bigint[])
    order by start_at desc, id limit ${othersMax}`.execute(db)
  return rows
}

/** The approved campaigns that reward a registration at a company, without a lock. */
export async function readWelcomes(db: Executor, companyNo: string, at: Date): Promise<readonly Activity[]> {
  const { rows } = await sql<Activity>`
    select ${columns} from activity
    where activity_type = ${activityType.registration} and status = ${sql.lit(approvedActivity)}
      and company_no in (${companyNo}, ${platformCompanyNo})
      and start_at <= ${at} and end_at > ${at}
    order by id`.execute(db)
  return rows
}

/** As they stand, locked until the transaction ends. Lock the accounts of the posting before. */
export async function lockActivities(trx: Trx, ids: readonly number[]): Promise<readonly Activity[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Activity>`select ${columns} from activity_lock(${ids}::bigint[])`.execute(trx)
  return rows
}

/** Facts about the member of a sale, by the id of the campaign. They are exact while the member's account is held. */
export async function readMembers(
  db: Executor,
  activities: readonly Activity[],
  { memberNo, businessAt }: Pick<ActivitySale, 'memberNo' | 'businessAt'>,
): Promise<ReadonlyMap<number, ActivityMember>> {
  if (activities.length === 0) return new Map()
  const asked = activities.map(({ id, activityCode, startAt, perMemberDaily, perMemberTotal }) => ({
    id,
    code: activityCode,
    since: taipeiDate(startAt),
    is_capped: perMemberDaily !== null || perMemberTotal !== null,
  }))
  const { rows } = await sql<ActivityMember & { readonly id: number }>`
    select a.id, m.registered_at, exists (select from activity_member l where l.activity_id = a.id and l.member_no = m.member_no) as is_listed,
      coalesce(given.points_of_day, 0)::bigint as points_of_day, coalesce(given.points_ever, 0)::bigint as points_ever
    from json_to_recordset(${JSON.stringify(asked)}::json) as a (id bigint, code text, since date, is_capped boolean)
    join member m on m.member_no = ${memberNo}
    left join lateral (
      -- What a return took back counts on the day of its sale.
      select -sum(e.points) filter (where coalesce(o.business_date, t.business_date) = ${taipeiDate(businessAt)}::date) as points_of_day,
        -sum(e.points) as points_ever
      from point_transaction t join point_entry e on e.transaction_id = t.id
      left join point_transaction o on o.id = t.original_transaction_id
      where t.member_no = m.member_no and t.business_date >= a.since and e.component = 'ACTIVITY' and e.component_code = a.code
    ) given on a.is_capped`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A member of whom nothing is known: not listed, not new. */
export const stranger: ActivityMember = { registeredAt: new Date(0), isListed: false, pointsOfDay: 0, pointsEver: 0 }
