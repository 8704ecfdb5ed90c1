import { sql } from 'kysely'
import { settlementMode } from '../../../../rules/codes.generated.ts'
import { lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'
import { type Awarder, decideIssue, type IssuedPoints, type IssueFacts, type IssueInput } from '../domain/issue.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import { balanceOf, businessDateOf, type HolderAccount, type PostingContext, todayOf } from '../domain/posting.ts'
import type { ActivityRule } from '../domain/saleRule.ts'
import { type PostingPort, termsOf } from '../post/postingPort.ts'
import { type Posted, writeCurrent } from '../post/write.ts'

/** What is issued. */
export interface IssueRequest extends IssueInput {
  /** Judges the campaigns while the accounts are held, so that caps of the member are exact; they replace those of the rule. */
  readonly judgeActivities?: () => Promise<JudgedActivities>
}

export interface JudgedActivities {
  readonly activities: readonly ActivityRule[]
  /** The campaign that the transaction names: the one of the code that was sent, else the first. */
  readonly activityCode: string | null
}

export interface IssueResult extends IssuedPoints {
  /** Null when the sale earned nothing: nothing is posted. */
  readonly posted: Posted | null
  readonly balance: number
  /** Last day of the first lot. */
  readonly expireDate: string | null
}

/**
 * Awards the points of a sale (kinds 10 and 11); repays debts first, expires what is late.
 *
 * @throws LedgerRefusal E1201, E1202 (closed), E1107 (prepaid company without stock)
 */
export async function issue(port: PostingPort, request: IssueRequest): Promise<IssueResult> {
  const { accounts, ...facts } = await readIssueFacts(port, request)
  const { plan, postings } = decideIssue(facts, await withActivities(request))
  const written = (await writeCurrent(port, accounts, postings, request.context)).at(-1)
  const { issuedPoints = 0, basePoints = 0, extraPoints = 0, activityPoints = 0, activities = [], repaidPoints = 0 } = plan ?? {}
  return {
    posted: plan ? (written ?? null) : null,
    ...{ issuedPoints, basePoints, extraPoints, activityPoints, activities, repaidPoints },
    balance: balanceOf(written?.holders ?? accounts, facts.member.account),
    expireDate: plan?.lots[0]?.expireDate ?? null,
  }
}

/** Holds the accounts that the sale moves, and reads what decides it. */
async function readIssueFacts(port: PostingPort, input: IssueInput): Promise<IssueFacts & { readonly accounts: readonly HolderAccount[] }> {
  const { context, memberNo } = input
  const awarder = await readAwarder(port, context)
  const account: AccountRef = { class: 'MEMBER', ownerId: memberNo }
  const accounts = await port.holdAccounts([account, ...prepaidAccount(awarder)])
  const member = accounts.find((each) => sameAccount(each.account, account)) as HolderAccount
  const holder = await port.readLotHolder(member, { expiredOn: todayOf(context) })
  const extraRoom = await readExtraRoom(port, input)
  return { accounts, awarder, member, holder, extraRoom }
}

async function withActivities({ judgeActivities, ...input }: IssueRequest): Promise<IssueInput> {
  if (!judgeActivities) return input
  const { activities, activityCode } = await judgeActivities()
  return { ...input, rule: { ...input.rule, activities }, detail: { ...input.detail, activityCode } }
}

/** Who awards, at the terms of the business date. */
export async function readAwarder(port: PostingPort, context: PostingContext): Promise<Awarder> {
  const { companyNo } = context
  if (companyNo === null) return { companyNo, isPrepaid: false, apUnitPrice: 0 }
  const terms = await termsOf(port, companyNo, businessDateOf(context))
  return { companyNo, isPrepaid: terms.settlementMode === settlementMode.prepaid, apUnitPrice: terms.apUnitPrice }
}

/** The stock that the points come from, as a list to spread; empty for who pays later. */
export function prepaidAccount({ companyNo, isPrepaid }: Awarder): readonly AccountRef[] {
  return isPrepaid && companyNo !== null ? [{ class: 'PREPAID', ownerId: companyNo }] : []
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
    ) moved`.execute(await port.stored())
  return Math.max(0, extra.monthlyCapPoints - (rows[0]?.given ?? 0))
}
