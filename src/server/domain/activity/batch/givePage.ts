import { sql } from 'kysely'
import { activityExceptionType, txnKind } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { exceptionTexts } from '../../anomaly/public.ts'
import { type ActivityPoints, type IssuedOne, type IssueInput, ledger, type ManyJudge } from '../../points/public.ts'
import { countPoints } from '../budget/countPoints.ts'
import type { Activity } from '../sale/activity.ts'
import { platformCompanyNo } from '../sale/judge.ts'
import { findActivity, lockActivities } from '../sale/readActivities.ts'
import { giftRule } from '../sale/welcome.ts'
import { batchReason, rulesForListed } from './listedMember.ts'

export interface Run {
  readonly id: number
  readonly activityId: number
  readonly requestedBy: string
}

interface WaitingMember {
  readonly memberNo: string
  readonly points: number | null
  /** Null: nobody has this number. */
  readonly knownNo: string | null
}

/** Members whose postings are written together. */
const pageSize = 100
const noSuchMember = '查無會員'
const refusalTexts: Readonly<Record<string, string>> = { E1202: '會員已註銷', E1107: '特約商預購點數不足' }

interface MemberVerdict {
  readonly memberNo: string
  readonly points: number | null
  readonly refusal: string | null
}

/**
 * Gives the next members on the list their points, in one transaction: postings, budget and verdicts are stored together or not at all, so
 * a run that was killed goes on with those who have no verdict of it. Each posting carries campaign and member as its source, which the
 * ledger takes once for ever.
 *
 * @returns how many members got a verdict; 0 = the list is done
 */
export async function givePage(trx: Trx, run: Run, now: Date): Promise<number> {
  const waiting = await lockWaiting(trx, run)
  if (waiting.length === 0) return 0
  const known = waiting.filter(({ knownNo }) => knownNo !== null)
  const judge = new ListJudge(trx, run.activityId, known, now)
  const activity = await judge.readActivity()
  const issued = await ledger.issueMany(
    trx,
    known.map((member) => inputOf(activity, member, run, now)),
    judge,
  )
  await countPoints(trx, judge.total, now)
  const strangers = waiting
    .filter(({ knownNo }) => knownNo === null)
    .map(({ memberNo }) => ({ memberNo, points: null, refusal: noSuchMember }))
  const verdicts = [...known.map(({ memberNo }, index) => verdictOf(memberNo, issued[index], judge.reason)), ...strangers]
  await storeVerdicts(trx, run, verdicts)
  return waiting.length
}

/** The next members without a verdict of this run. Rows that another process is at work on are left to it. */
async function lockWaiting(trx: Trx, { id, activityId }: Run): Promise<readonly WaitingMember[]> {
  const { rows } = await sql<WaitingMember>`
    select l.member_no, l.points, m.member_no as known_no
    from activity_member l left join member m on m.member_no = l.member_no
    where l.activity_id = ${activityId} and l.given_points is null and l.run_id is distinct from ${id}
    order by l.member_no limit ${pageSize} for update of l skip locked`.execute(trx)
  return rows
}

function inputOf({ activityCode, companyNo }: Activity, { memberNo }: WaitingMember, { requestedBy }: Run, now: Date): IssueInput {
  const context = {
    now,
    businessAt: now,
    source: { work: 'ACTIVITY', workId: `${activityCode} ${memberNo}` },
    companyNo: companyNo === platformCompanyNo ? null : companyNo,
    retailStoreNo: null,
    createdBy: requestedBy,
  }
  return { context, memberNo, amount: 0, rule: giftRule, kind: txnKind.issueBatch, detail: { activityCode } }
}

function verdictOf(memberNo: string, issued: IssuedOne | undefined, reason: string | null): MemberVerdict {
  if (!issued) throw new Error(`member ${memberNo} has no verdict`)
  if ('refusal' in issued) return { memberNo, points: null, refusal: refusalTexts[issued.refusal.refusal] ?? issued.refusal.message }
  if (issued.points > 0) return { memberNo, points: issued.points, refusal: null }
  return { memberNo, points: null, refusal: reason ?? exceptionTexts[activityExceptionType.noBudget] }
}

/** Judges the members of a page one after the other: what one gets leaves less of the budget to the next. */
class ListJudge implements ManyJudge {
  readonly #trx: Trx
  readonly #activityId: number
  readonly #members: readonly WaitingMember[]
  readonly #now: Date
  #activity: Activity | null = null
  #given = 0

  constructor(trx: Trx, activityId: number, members: readonly WaitingMember[], now: Date) {
    this.#trx = trx
    this.#activityId = activityId
    this.#members = members
    this.#now = now
  }

  /** Without a lock; `begin` locks it when the accounts are held. */
  async readActivity(): Promise<Activity> {
    const activity = await findActivity(this.#trx, this.#activityId)
    if (!activity) throw new Error(`no activity ${this.#activityId}`)
    return activity
  }

  async begin(): Promise<void> {
    const [activity] = await lockActivities(this.#trx, [this.#activityId])
    this.#activity = activity ?? null
  }

  rulesFor(index: number) {
    const activity = this.#activity
    if (!activity || this.reason !== null) return []
    const left = activity.budgetPoints - activity.usedPoints - this.#given
    return rulesForListed(activity, this.#members[index]?.points ?? null, left)
  }

  gave(_index: number, activities: readonly ActivityPoints[]): void {
    this.#given += activities.reduce((total, { points }) => total + points, 0)
  }

  /** Why nobody gets anything any more; null = the budget decides. */
  get reason(): string | null {
    const type = this.#activity && batchReason(this.#activity, this.#now)
    return type === null ? null : exceptionTexts[type]
  }

  get total(): readonly ActivityPoints[] {
    return this.#activity ? [{ activityCode: this.#activity.activityCode, points: this.#given }] : []
  }
}

async function storeVerdicts(trx: Trx, { id, activityId }: Run, verdicts: readonly MemberVerdict[]): Promise<void> {
  const rows = verdicts.map(({ memberNo, points, refusal }) => ({ member_no: memberNo, points, refusal }))
  await sql`
    with verdict as (
      select v.* from json_to_recordset(${JSON.stringify(rows)}::json) as v (member_no text, points bigint, refusal text)
    ), noted as (
      update activity_member l set run_id = ${id}, given_points = v.points, refusal = v.refusal
      from verdict v where l.activity_id = ${activityId} and l.member_no = v.member_no
    )
    update activity_run r set given_count = r.given_count + c.given, given_points = r.given_points + c.points,
      refused_count = r.refused_count + c.refused
    from (
      select count(points)::int as given, coalesce(sum(points), 0)::bigint as points, count(refusal)::int as refused from verdict
    ) c
    where r.id = ${id}`.execute(trx)
}
