import { sql } from 'kysely'
import { settlementMode } from '../../../../rules/codes.generated.ts'
import { lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'
import { decideIssue, type IssueFacts, type IssueInput } from '../domain/issue.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import { balanceOf, businessDateOf, type HolderAccount, todayOf } from '../domain/posting.ts'
import { type PostingPort, termsOf } from '../post/postingPort.ts'
import { type Posted, writeCurrent } from '../post/write.ts'

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
 * Awards the points of a sale (kinds 10 and 11); repays debts first, expires what is late.
 *
 * @throws LedgerRefusal E1201, E1202 (closed), E1107 (prepaid company without stock)
 */
export async function issue(port: PostingPort, input: IssueInput): Promise<IssueResult> {
  const { accounts, ...facts } = await readIssueFacts(port, input)
  const { plan, postings } = decideIssue(facts, input)
  const written = (await writeCurrent(port, accounts, postings, input.context)).at(-1)
  const { issuedPoints = 0, basePoints = 0, extraPoints = 0, activityPoints = 0, repaidPoints = 0 } = plan ?? {}
  return {
    posted: plan ? (written ?? null) : null,
    ...{ issuedPoints, basePoints, extraPoints, activityPoints, repaidPoints },
    balance: balanceOf(written?.holders ?? accounts, facts.member.account),
    expireDate: plan?.lots[0]?.expireDate ?? null,
  }
}

/** Holds the accounts that the sale moves, and reads what decides it. */
async function readIssueFacts(port: PostingPort, input: IssueInput): Promise<IssueFacts & { readonly accounts: readonly HolderAccount[] }> {
  const { context, memberNo } = input
  const { companyNo } = context
  const terms = await termsOf(port, companyNo, businessDateOf(context))
  const isPrepaid = terms.settlementMode === settlementMode.prepaid
  const account: AccountRef = { class: 'MEMBER', ownerId: memberNo }
  const accounts = await port.holdAccounts([account, ...(isPrepaid ? [{ class: 'PREPAID', ownerId: companyNo } as const] : [])])
  const member = accounts.find((each) => sameAccount(each.account, account)) as HolderAccount
  const holder = await port.readLotHolder(member, { expiredOn: todayOf(context) })
  const extraRoom = await readExtraRoom(port, input)
  return { accounts, awarder: { companyNo, isPrepaid, apUnitPrice: terms.apUnitPrice }, member, holder, extraRoom }
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
