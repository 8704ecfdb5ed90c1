import { sql } from 'kysely'
import { approvedActivity } from '../../../../rules/activityState.ts'
import { activityExceptionType, activityType } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import type { ExceptionType } from '../../anomaly/public.ts'
import { type ActivityException, exceptionTexts, insertActivityException } from '../../anomaly/public.ts'
import type { ActivityRule } from '../../points/public.ts'
import { endOfNextYear } from '../../points/public.ts'
import {
  type Activity,
  type ActivityMember,
  type CodeUse,
  expectedPoints,
  judgeCode,
  judgeRegistration,
  platformCompanyNo,
} from './judge.ts'

const columns = sql`
  id, activity_code, activity_name, company_no, activity_type, cost_bearer, platform_share_ratio, multiplier, fixed_points, min_amount,
  step_amount, start_at, end_at, daily_from, daily_to, weekdays, store_scope, retail_store_nos, member_scope, budget_points, per_txn_max,
  per_member_daily, per_member_total, expiry_rule, expiry_value, expiry_date, used_points, status`

/** The campaign of a code, locked until the sale is posted: its counter decides what the budget still gives. */
async function lockActivity(trx: Trx, activityCode: string): Promise<Activity | undefined> {
  const { rows } = await sql<Activity>`select ${columns} from activity where activity_code = ${activityCode} for update`.execute(trx)
  return rows[0]
}

/** The approved campaigns that reward a registration, locked like {@link lockActivity}, always in the same order. */
async function lockWelcomes(trx: Trx, companyNo: string, at: Date): Promise<readonly Activity[]> {
  const { rows } = await sql<Activity>`
    select ${columns} from activity
    where activity_type = ${activityType.registration} and status = ${sql.lit(approvedActivity)}
      and company_no in (${companyNo}, ${platformCompanyNo})
      and start_at <= ${at} and end_at > ${at}
    order by activity_code for update`.execute(trx)
  return rows
}

async function readMember(db: Executor, activity: Activity, use: CodeUse): Promise<ActivityMember> {
  const { rows } = await sql<ActivityMember>`
    select m.registered_at,
      exists (select from activity_member l where l.activity_id = ${activity.id} and l.member_no = m.member_no) as is_listed,
      given.points_of_day, given.points_ever
    from member m, lateral (
      -- What a return took back counts on the day of its sale.
      select coalesce(-sum(e.points) filter (where coalesce(o.business_date, t.business_date) = ${taipeiDate(use.businessAt)}), 0)::bigint
          as points_of_day,
        coalesce(-sum(e.points), 0)::bigint as points_ever
      from point_transaction t join point_entry e on e.transaction_id = t.id
      left join point_transaction o on o.id = t.original_transaction_id
      where t.member_no = m.member_no and e.component = 'ACTIVITY' and e.component_code = ${activity.activityCode}
    ) given
    where m.member_no = ${use.memberNo}`.execute(db)
  return rows[0] ?? { registeredAt: new Date(0), isListed: false, pointsOfDay: 0, pointsEver: 0 }
}

/** Who sent the code. */
export interface CodeSender {
  readonly platformNo: string | null
  readonly externalTxnNo: string | null
}

export interface CodeAnswer {
  /** For the `activities` of the sale's rule; null when the code earns nothing. */
  readonly activity: ActivityRule | null
  /** `activityMessage` of the answer to the partner; null when it was applied. */
  readonly message: string | null
}

const separators = /[\s,;|/+、，；｜]+/u

/** The codes that a partner put into the one field for a code. */
function codesOf(text: string): readonly string[] {
  return text
    .toUpperCase()
    .split(separators)
    .filter((code) => code !== '')
}

interface RecordRefusedCodeInput {
  readonly use: CodeUse
  readonly refused: { readonly type: ExceptionType; readonly activity: Activity | undefined }
  readonly sender: CodeSender
  readonly now: Date
}

/** Stores that a code earned nothing on a sale. */
async function recordRefusedCode(trx: Trx, { use, refused, sender, now }: RecordRefusedCodeInput): Promise<CodeAnswer> {
  const { activityCode, companyNo, retailStoreNo, memberNo, amount, businessAt } = use
  const { type, activity } = refused
  const exception: ActivityException = {
    ...{ activityCode, companyNo, retailStoreNo, memberNo, amount, ...sender },
    occurredAt: businessAt,
    activityName: activity?.activityName ?? null,
    exceptionType: type,
    expectedPoints: activity ? expectedPoints(activity, use) : 0,
  }
  await insertActivityException(trx, exception, now)
  return { activity: null, message: exceptionTexts[type] }
}

interface RecordSeveralCodesInput {
  readonly use: CodeUse
  readonly codes: readonly string[]
  readonly sender: CodeSender
  readonly now: Date
}

/** Two codes on one sale earn nothing (domain 4.13): the choice between them is the member's, not ours. One row is stored for each. */
async function recordSeveralCodes(trx: Trx, { use, codes, sender, now }: RecordSeveralCodesInput): Promise<CodeAnswer> {
  const type = activityExceptionType.severalCodes
  for (const activityCode of [...new Set(codes)].sort()) {
    const activity = await lockActivity(trx, activityCode)
    await recordRefusedCode(trx, { use: { ...use, activityCode }, refused: { type, activity }, sender, now })
  }
  return { activity: null, message: exceptionTexts[type] }
}

/**
 * Looks up the code of a sale before the ledger issues its points, and keeps a row of 行銷活動代碼異常 when it earns nothing.
 * After the issue, {@link countActivityPoints} takes what it gave from the budget.
 *
 * @param now by the clock of jobs
 */
export async function useActivityCode(trx: Trx, use: CodeUse, sender: CodeSender, now: Date): Promise<CodeAnswer> {
  const codes = codesOf(use.activityCode)
  if (codes.length > 1) return recordSeveralCodes(trx, { use, codes, sender, now })
  const activity = await lockActivity(trx, use.activityCode.toUpperCase())
  const verdict = activity ? judgeCode(activity, use, await readMember(trx, activity, use)) : null
  if (verdict?.kind === 'applied') return { activity: verdict.rule, message: null }
  return recordRefusedCode(trx, { use, refused: { type: verdict?.type ?? activityExceptionType.unknown, activity }, sender, now })
}

/** Somebody who has just become a member. */
export interface Registration {
  readonly companyNo: string
  readonly retailStoreNo: string | null
  readonly memberNo: string
  readonly businessAt: Date
}

/**
 * What the campaigns for registrations (ActivityType 5) give a new member, as the rule of an issue without a sale; null when there is
 * nothing. A campaign that does not hold is no exception: nobody asked for it. {@link countActivityPoints} follows the issue.
 */
export async function welcomeRule(trx: Trx, registration: Registration): Promise<CodeUse['rule'] | null> {
  const { companyNo, businessAt } = registration
  const nothing: CodeUse['rule'] = {
    reward: null,
    pointPart: 0,
    extra: null,
    activities: [],
    expiry: endOfNextYear,
    effectiveDelayDays: 0,
  }
  const newcomer: ActivityMember = { registeredAt: businessAt, isListed: false, pointsOfDay: 0, pointsEver: 0 }
  const verdicts = (await lockWelcomes(trx, companyNo, businessAt)).map((activity) =>
    judgeRegistration(activity, { ...registration, activityCode: activity.activityCode, amount: 0, rule: nothing }, newcomer),
  )
  const activities = verdicts.flatMap((verdict) => (verdict.kind === 'applied' ? [verdict.rule] : []))
  return activities.length === 0 ? null : { ...nothing, activities }
}

/** Takes the points that a sale got by a code from its budget; gives them back when negative (returns). */
export async function countActivityPoints(trx: Trx, activityCode: string, points: number): Promise<void> {
  if (points === 0) return
  await sql`
    update activity set used_points = greatest(0, used_points + ${points}::bigint) where activity_code = ${activityCode}`.execute(trx)
}
