import { sql } from 'kysely'
import { lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { planExpire } from '../domain/expire.ts'
import { type IssuePlan, planIssue } from '../domain/issue.ts'
import { type AccountRef, txnKind } from '../domain/kinds.ts'
import type { SaleRule } from '../domain/reward.ts'
import { type LockedAccount, lockHolders, readLotHolder } from '../post/holders.ts'
import { businessDateOf, type Occasion, type OccasionDetail, todayOf } from '../post/occasion.ts'
import { termsOf } from '../post/terms.ts'
import { balanceOf, type Posted } from '../post/write.ts'
import { lateExpiry, writeCurrent } from './lateExpiry.ts'

export interface IssueInput {
  readonly occasion: Occasion & { readonly companyNo: string }
  readonly memberNo: string
  /** Whole NT$ of the sale. */
  readonly amount: number
  /** All that decides the points; `extraRoom` is filled here, under the member's lock. */
  readonly rule: Omit<SaleRule, 'extraRoom'>
  /** 11 for a batch of an activity. */
  readonly kind?: typeof txnKind.issue | typeof txnKind.issueBatch
  readonly detail?: Pick<OccasionDetail, 'payableAmount' | 'paymentType' | 'cardNo' | 'rewardPointId' | 'activityCode'>
}

export interface IssueResult {
  /** Null when the sale earned nothing: nothing is posted. */
  readonly posted: Posted | null
  readonly issuedPoints: number
  readonly basePoints: number
  readonly extraPoints: number
  readonly activityPoints: number
  readonly repaidPoints: number
  readonly balance: number
  /** Last day of the first lot. */
  readonly expireDate: string | null
}

/**
 * Extra points that the cap leaves this member in the calendar month of the sale. A return gives its part of the cap back to the month of
 * the sale that it takes back, not to its own; versions of one setting (變更) share one cap.
 */
async function extraRoomOf(trx: Trx, input: IssueInput): Promise<number | null> {
  const { extra } = input.rule
  if (!extra || extra.monthlyCapPoints === null) return null
  const date = businessDateOf(input.occasion)
  const { rows } = await sql<{ given: number }>`
    with recursive version (extra_ratio_no) as (
      select ${extra.extraRatioNo}::text
      union
      select other.extra_ratio_no
      from version v
      join payer_extra_ratio one on one.extra_ratio_no = v.extra_ratio_no
      join payer_extra_ratio other on other.id = one.previous_id or other.previous_id = one.id
    ), sold as (
      select e.id, e.points
      from point_transaction t join point_entry e on e.transaction_id = t.id
      where t.member_no = ${input.memberNo} and t.business_date between ${`${date.slice(0, 7)}-01`} and ${lastDateOfMonth(monthOf(date))}
        and t.original_transaction_id is null
        and e.component = 'EXTRA' and e.component_code in (select extra_ratio_no from version)
    )
    select coalesce(-sum(moved.points), 0)::bigint as given
    from (
      select points from sold
      union all
      select back.points from sold join point_entry back on back.original_entry_id = sold.id
    ) moved`.execute(trx)
  return Math.max(0, extra.monthlyCapPoints - (rows[0]?.given ?? 0))
}

function resultOf(plan: IssuePlan | null, posted: Posted | null, account: AccountRef, locked: readonly LockedAccount[]): IssueResult {
  const { issuedPoints = 0, basePoints = 0, extraPoints = 0, activityPoints = 0, repaidPoints = 0 } = plan ?? {}
  const balance = balanceOf(posted ?? { holders: locked }, account)
  return {
    posted,
    issuedPoints,
    basePoints,
    extraPoints,
    activityPoints,
    repaidPoints,
    balance,
    expireDate: plan?.lots[0]?.expireDate ?? null,
  }
}

/**
 * Awards the points of a sale (kinds 10 and 11); repays debts first, expires what is late.
 *
 * @throws LedgerRefusal E1201, E1202 (closed), E1107 (prepaid company without stock)
 */
export async function issue(trx: Trx, input: IssueInput): Promise<IssueResult> {
  const { occasion, memberNo, amount } = input
  const terms = await termsOf(trx, occasion.companyNo, businessDateOf(occasion))
  const isPrepaid = terms.settlementMode === '2'
  const account: AccountRef = { class: 'MEMBER', ownerId: memberNo }
  const locked = await lockHolders(trx, [account, ...(isPrepaid ? [{ class: 'PREPAID', ownerId: occasion.companyNo } as const] : [])])
  const member = locked.find((holder) => holder.account.class === 'MEMBER') as LockedAccount
  const holder = await readLotHolder(trx, member, { expiredOn: todayOf(occasion) })
  const expired = planExpire(holder, todayOf(occasion))
  const rule: SaleRule = { ...input.rule, extraRoom: await extraRoomOf(trx, input) }
  const plan = planIssue(expired.after, {
    kind: input.kind ?? txnKind.issue,
    awarder: { companyNo: occasion.companyNo, isPrepaid, apUnitPrice: terms.apUnitPrice },
    rule,
    amount,
    businessDate: businessDateOf(occasion),
  })
  const detail: OccasionDetail = { ...input.detail, memberNo, amount, ruleSnapshot: rule }
  const postings = [...lateExpiry(expired.plan, occasion, member), ...(plan ? [{ plan, occasion, detail }] : [])]
  const posted = await writeCurrent(trx, locked, postings, occasion)
  const last = posted.at(-1)
  return resultOf(plan, plan ? (last ?? null) : null, account, last?.holders ?? locked)
}
