import type { CostBearer } from '../domain/adjust.ts'
import { lateExpiry, planExpire } from '../domain/expire.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import { type HolderAccount, type LotHolder, ownerDetail, type PlannedPosting, type PostingPlan, todayOf } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import { readLotHolders } from '../post/facts.ts'
import type { PostingPort } from '../post/postingPort.ts'
import { type Posted, writePostings } from '../post/write.ts'
import {
  type AdjustAddInput,
  type AdjustCompanyInput,
  type AdjustDeductInput,
  accountOf,
  addPlan,
  companyPosting,
  costBearerOf,
  deductPlan,
} from './credits.ts'

/** One holder's adjustment among many: `expireDate` adds, `limitPoints` takes. */
export type Adjustment = AdjustAddInput | AdjustDeductInput

/** All were posted, in their order, or none: then those that were refused, by their place in the list. */
export type AdjustedMany =
  | { readonly posted: readonly Posted[] }
  | { readonly refused: readonly { readonly index: number; readonly refusal: LedgerRefusal }[] }

interface Decided {
  readonly account: HolderAccount
  /** The adjustment is the last; a late expiry comes before it. */
  readonly postings: readonly PlannedPosting[]
}

/** Postings that go to the database together. */
const groupSize = 100

/**
 * Adjusts many holders, each named once, as `adjustAdd` and `adjustDeduct` do it one by one: all are locked and read together, and
 * written in groups once none is refused.
 */
export async function adjustMany(port: PostingPort, inputs: readonly Adjustment[]): Promise<AdjustedMany> {
  const accounts = inputs.map((input) => accountOf(input.holder))
  const locked = new Map((await port.holdAccounts(accounts)).map((account) => [keyOf(account.account), account]))
  const holders = await readLotHolders(await port.stored(), [...locked.values()])
  const decided: Decided[] = []
  const refused: { index: number; refusal: LedgerRefusal }[] = []
  for (const [index, input] of inputs.entries()) {
    const account = locked.get(keyOf(accountOf(input.holder)))
    if (!account) throw new Error(`holder ${index + 1} of ${inputs.length} was not locked`)
    const costBearer = await costBearerOf(port, input.costBearer, input.context)
    try {
      const { plan: expiry, after } = planExpire(holders(account), todayOf(input.context))
      const plan = decide(input, costBearer, after)
      const { context } = input
      decided.push({
        account,
        postings: [...lateExpiry(expiry, context, account), { plan, context, detail: ownerDetail(account.account) }],
      })
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) throw error
      refused.push({ index, refusal: error })
    }
  }
  return refused.length > 0 ? { refused } : { posted: await writeGroups(port, decided) }
}

/** Corrects the accounting of companies many times as `adjustCompany` does it once, in groups; none when one of them fails. */
export async function adjustCompanyMany(port: PostingPort, inputs: readonly AdjustCompanyInput[]): Promise<readonly Posted[]> {
  const posted: Posted[] = []
  for (let start = 0; start < inputs.length; start += groupSize) {
    const postings: PlannedPosting[] = []
    for (const input of inputs.slice(start, start + groupSize)) postings.push(await companyPosting(port, input))
    posted.push(...(await writePostings(port, [], postings)))
  }
  return posted
}

const keyOf = ({ class: accountClass, ownerId }: AccountRef) => `${accountClass} ${ownerId}`

function decide(input: Adjustment, costBearer: CostBearer, holder: LotHolder): PostingPlan {
  return 'expireDate' in input ? addPlan(input, costBearer, holder) : deductPlan(input, costBearer, holder)
}

async function writeGroups(port: PostingPort, decided: readonly Decided[]): Promise<readonly Posted[]> {
  const posted: Posted[] = []
  for (let start = 0; start < decided.length; start += groupSize) {
    const group = decided.slice(start, start + groupSize)
    const accounts = group.map(({ account }) => account)
    const written = await writePostings(
      port,
      accounts,
      group.flatMap(({ postings }) => postings),
    )
    let place = -1
    for (const { account, postings } of group) {
      place += postings.length
      const last = written[place]
      if (!last) throw new Error('a posting was not written')
      posted.push({ ...last, holders: last.holders.filter((holder) => sameAccount(holder.account, account.account)) })
    }
  }
  return posted
}
