import { sql } from 'kysely'
import { settlementMode, txnKind } from '../../../../rules/codes.generated.ts'
import { lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'
import { planExpire } from '../domain/expire.ts'
import { type IssuePlan, planIssue } from '../domain/issue.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import type { LotHolder } from '../domain/posting.ts'
import type { SaleRule } from '../domain/reward.ts'
import { businessDateOf, type PostingContext, type PostingDetail, todayOf } from '../post/postingContext.ts'
import { type HolderAccount, type PostingPort, termsOf } from '../post/postingPort.ts'
import type { CompanyTerms } from '../post/terms.ts'
import { balanceOf, lateExpiry, type PlannedPosting, type Posted, writeCurrent } from '../post/write.ts'

export interface IssueInput {
  readonly context: PostingContext & { readonly companyNo: string }
  readonly memberNo: string
  /** Whole NT$ of the sale. */
  readonly amount: number
  /** All that decides the points; `extraRoom` is filled here, under the member's lock. */
  readonly rule: Omit<SaleRule, 'extraRoom'>
  /** 11 for a batch of an activity. */
  readonly kind?: typeof txnKind.issue | typeof txnKind.issueBatch
  readonly detail?: Pick<PostingDetail, 'payableAmount' | 'paymentType' | 'cardNo' | 'rewardPointId' | 'activityCode'>
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
async function readExtraRoom(port: PostingPort, input: IssueInput): Promise<number | null> {
  const { extra } = input.rule
  if (!extra || extra.monthlyCapPoints === null) return null
  const date = businessDateOf(input.context)
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
    ) moved`.execute(port.transaction())
  return Math.max(0, extra.monthlyCapPoints - (rows[0]?.given ?? 0))
}

/** All that decides the points of a sale, as it is while the member's account is held. */
export interface IssueFacts {
  /** Of the company, on the business date. */
  readonly terms: CompanyTerms
  readonly member: HolderAccount
  readonly holder: LotHolder
  /** What the cap of the extra points leaves; null without a cap. */
  readonly extraRoom: number | null
}

export interface IssueDecision {
  /** Null when the sale earns nothing. */
  readonly plan: IssuePlan | null
  /** The late expiry of the member, then the sale. */
  readonly postings: readonly PlannedPosting[]
}

const isPrepaid = (terms: CompanyTerms) => terms.settlementMode === settlementMode.prepaid

/** Decides a sale: facts in, postings out. @throws LedgerRefusal E1202 (closed) */
function decideIssue({ terms, member, holder, extraRoom }: IssueFacts, input: IssueInput): IssueDecision {
  const { context, memberNo, amount } = input
  const expired = planExpire(holder, todayOf(context))
  const rule: SaleRule = { ...input.rule, extraRoom }
  const plan = planIssue(expired.after, {
    kind: input.kind ?? txnKind.issue,
    awarder: { companyNo: context.companyNo, isPrepaid: isPrepaid(terms), apUnitPrice: terms.apUnitPrice },
    rule,
    amount,
    businessDate: businessDateOf(context),
  })
  const detail: PostingDetail = { ...input.detail, memberNo, amount, ruleSnapshot: rule }
  return { plan, postings: [...lateExpiry(expired.plan, context, member), ...(plan ? [{ plan, context, detail }] : [])] }
}

function resultOf(plan: IssuePlan | null, posted: Posted | null, balance: number): IssueResult {
  const { issuedPoints = 0, basePoints = 0, extraPoints = 0, activityPoints = 0, repaidPoints = 0 } = plan ?? {}
  const expireDate = plan?.lots[0]?.expireDate ?? null
  return { posted, issuedPoints, basePoints, extraPoints, activityPoints, repaidPoints, balance, expireDate }
}

/**
 * Awards the points of a sale (kinds 10 and 11); repays debts first, expires what is late.
 *
 * @throws LedgerRefusal E1201, E1202 (closed), E1107 (prepaid company without stock)
 */
export async function issue(port: PostingPort, input: IssueInput): Promise<IssueResult> {
  const { context, memberNo } = input
  const { companyNo } = context
  const terms = await termsOf(port, companyNo, businessDateOf(context))
  const account: AccountRef = { class: 'MEMBER', ownerId: memberNo }
  const accounts = await port.holdAccounts([account, ...(isPrepaid(terms) ? [{ class: 'PREPAID', ownerId: companyNo } as const] : [])])
  const member = accounts.find((each) => sameAccount(each.account, account)) as HolderAccount
  const holder = await port.readLotHolder(member, { expiredOn: todayOf(context) })
  const extraRoom = await readExtraRoom(port, input)
  const { plan, postings } = decideIssue({ terms, member, holder, extraRoom }, input)
  const last = (await writeCurrent(port, accounts, postings, context)).at(-1)
  return resultOf(plan, plan ? (last ?? null) : null, balanceOf(last ?? { holders: accounts }, account))
}
