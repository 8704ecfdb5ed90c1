import { type ActivityPoints, decideIssue, type IssueFacts, type IssueInput } from '../domain/issue.ts'
import type { AccountRef } from '../domain/kinds.ts'
import type { HolderAccount, PlannedPosting } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import type { ActivityRule } from '../domain/saleRule.ts'
import { readLotHolders } from '../post/facts.ts'
import type { PostingPort } from '../post/postingPort.ts'
import { writePostings } from '../post/write.ts'
import { prepaidAccount, readAwarder } from './issue.ts'

/** Who says what each of many members gets, in their order and while their accounts are held. */
export interface ManyJudge {
  /** Called once, when the accounts are held. */
  begin(): Promise<void>
  /** What the member at this place gets from campaigns; empty = nothing. */
  rulesFor(index: number): readonly ActivityRule[]
  /** What the member at this place got. */
  gave(index: number, activities: readonly ActivityPoints[]): void
}

/** Of each input: points, or the refusal; `points` 0 when there was nothing to give. */
export type IssuedOne = { readonly points: number } | { readonly refusal: LedgerRefusal }

/**
 * Awards points to many members, each named once, without a sale (kind 11): all are locked and read together, and written in one go. What
 * one member is refused (closed, no stock left) takes nothing from the others.
 *
 * @param inputs of one context but for its source; without extra points
 */
export async function issueMany(port: PostingPort, inputs: readonly IssueInput[], judge: ManyJudge): Promise<readonly IssuedOne[]> {
  const [first] = inputs
  if (!first) return []
  const awarder = await readAwarder(port, first.context)
  const members = inputs.map(({ memberNo }): AccountRef => ({ class: 'MEMBER', ownerId: memberNo }))
  const accounts = await port.holdAccounts([...members, ...prepaidAccount(awarder)])
  const held = new Map(accounts.map((account) => [`${account.account.class} ${account.account.ownerId}`, account]))
  const holders = await readLotHolders(
    await port.stored(),
    accounts.filter(({ account }) => account.class === 'MEMBER'),
  )
  await judge.begin()
  let stock = accounts.find(({ account }) => account.class === 'PREPAID')?.balance ?? Number.POSITIVE_INFINITY
  const postings: PlannedPosting[] = []
  const issued = inputs.map((input, index): IssuedOne => {
    const member = held.get(`MEMBER ${input.memberNo}`)
    if (!member) throw new Error(`member ${input.memberNo} was not held`)
    try {
      const facts: IssueFacts = { awarder, member, holder: holders(member), extraRoom: null }
      const decided = decideIssue(facts, { ...input, rule: { ...input.rule, activities: judge.rulesFor(index) } })
      const { plan } = decided
      if (!plan) return { points: 0 }
      const taken = plan.entries.reduce((total, { account, points }) => total - (account.class === 'PREPAID' ? points : 0), 0)
      if (taken > stock) return { refusal: new LedgerRefusal('E1107') }
      stock -= taken
      judge.gave(index, plan.activities)
      postings.push(...decided.postings)
      return { points: plan.issuedPoints }
    } catch (error) {
      if (error instanceof LedgerRefusal) return { refusal: error }
      throw error
    }
  })
  await writePostings(port, onlyMoved(accounts, postings), postings)
  return issued
}

/** The accounts that the postings move. */
function onlyMoved(accounts: readonly HolderAccount[], postings: readonly PlannedPosting[]): readonly HolderAccount[] {
  const moved = postings.flatMap(({ plan }) => plan.entries.map(({ account }) => account))
  const names = new Set(moved.map((account) => `${account.class} ${account.ownerId}`))
  return accounts.filter(({ account }) => names.has(`${account.class} ${account.ownerId}`))
}
