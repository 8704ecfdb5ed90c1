import { lateExpiry, planExpire } from '../domain/expire.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import {
  balanceOf,
  type HolderAccount,
  holdersOf,
  type LotHolder,
  ownerDetail,
  type PlannedPosting,
  type PostingContext,
  type PostingDetail,
  type PostingPlan,
  todayOf,
} from '../domain/posting.ts'
import type { PostingPort } from '../post/postingPort.ts'
import { type Posted, writeCurrent, writePostings } from '../post/write.ts'

/** A holder with lots, as it will be once its late expiry is posted. */
export interface Holding {
  /** All that the posting needs. */
  readonly accounts: readonly HolderAccount[]
  readonly account: HolderAccount
  readonly holder: LotHolder
  readonly expiry: PostingPlan | null
}

/**
 * Holds a member or corporate member (and what else the posting needs) and reads its lots and debts.
 *
 * @throws LedgerRefusal E1201 for a member that does not exist
 */
export async function hold(port: PostingPort, owner: AccountRef, today: string, others: readonly AccountRef[] = []): Promise<Holding> {
  const accounts = await port.holdAccounts([owner, ...others])
  const account = accounts.find((holder) => sameAccount(holder.account, owner))
  if (!account) throw new Error(`account ${owner.class} ${owner.ownerId} was not held`)
  const { plan, after } = planExpire(await port.readLotHolder(account, 'all'), today)
  return { accounts, account, holder: after, expiry: plan }
}

/** What was written on a holder. */
export interface Held {
  /** Null without a plan. */
  readonly posted: Posted | null
  /** Balance of the holder afterwards. */
  readonly balance: number
}

interface PostHeldInput {
  readonly holding: Holding
  readonly context: PostingContext
  readonly plan: PostingPlan | null
  readonly detail?: PostingDetail | undefined
}

/** Writes a posting on the holder, after its late expiry; without a plan only that. */
export async function postHeld(port: PostingPort, { holding, context, plan, detail = {} }: PostHeldInput): Promise<Held> {
  const postings = [
    ...lateExpiry(holding.expiry, context, holding.account),
    ...(plan ? [{ plan, context, detail: { ...ownerDetail(holding.account.account), ...detail } }] : []),
  ]
  const written = await writeCurrent(port, holding.accounts, postings, context)
  const last = written.at(-1)
  const balance = balanceOf(last?.holders ?? holding.accounts, holding.account.account)
  return { posted: plan ? (last ?? null) : null, balance }
}

export interface HeldResult {
  readonly posted: Posted
  /** Balance of the member or corporate member afterwards. */
  readonly balance: number
}

interface PostOnInput<P> {
  readonly owner: AccountRef
  readonly context: PostingContext
  readonly decide: (holder: LotHolder, today: string) => P
  readonly options?: { readonly detail?: PostingDetail; readonly others?: readonly AccountRef[] } | undefined
}

/** Holds, plans by `decide`, writes: the shape of most use cases. */
export async function postOn<P extends PostingPlan>(
  port: PostingPort,
  { owner, context, decide, options = {} }: PostOnInput<P>,
): Promise<HeldResult & { readonly plan: P }> {
  const today = todayOf(context)
  const holding = await hold(port, owner, today, options.others)
  const plan = decide(holding.holder, today)
  const { posted, balance } = await postHeld(port, { holding, context, plan, detail: options.detail })
  if (!posted) throw new Error('nothing was written')
  return { posted, plan, balance }
}

/** Writes a plan that moves no lots: its accounts are locked, and nothing else is read. */
export async function postPlain(port: PostingPort, posting: PlannedPosting): Promise<Posted> {
  const accounts = await port.holdAccounts(holdersOf(posting.plan))
  const [posted] = await writePostings(port, accounts, [posting])
  if (!posted) throw new Error('nothing was written')
  return posted
}
