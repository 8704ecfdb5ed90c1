import type { Trx } from '../../../platform/database/tables.ts'
import { planExpire } from '../domain/expire.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import type { LotHolder, PostingPlan } from '../domain/posting.ts'
import { type LockedAccount, lockHolders, readLotHolder } from '../post/holders.ts'
import { type Occasion, type OccasionDetail, todayOf } from '../post/occasion.ts'
import { balanceOf, type Posted } from '../post/write.ts'
import { lateExpiry, ownerDetail, writeCurrent } from './lateExpiry.ts'

/** A holder with lots under lock, as it will be once its late expiry is posted. */
export interface Holding {
  readonly locked: readonly LockedAccount[]
  readonly account: LockedAccount
  readonly holder: LotHolder
  readonly expiry: PostingPlan | null
}

/**
 * Locks a member or corporate member (and what else the posting needs) and reads its lots and debts.
 *
 * @throws LedgerRefusal E1201 for a member that does not exist
 */
export async function hold(trx: Trx, owner: AccountRef, today: string, others: readonly AccountRef[] = []): Promise<Holding> {
  const locked = await lockHolders(trx, [owner, ...others])
  const account = locked.find((holder) => sameAccount(holder.account, owner))
  if (!account) throw new Error(`account ${owner.class} ${owner.ownerId} was not locked`)
  const { plan, after } = planExpire(await readLotHolder(trx, account), today)
  return { locked, account, holder: after, expiry: plan }
}

/** What was written on a holder. */
export interface Held {
  /** Null without a plan. */
  readonly posted: Posted | null
  /** Balance of the holder afterwards. */
  readonly balance: number
}

/** Writes a posting on the holder, after its late expiry; without a plan only that. */
export async function postHeld(
  trx: Trx,
  holding: Holding,
  occasion: Occasion,
  plan: PostingPlan | null,
  detail: OccasionDetail = {},
): Promise<Held> {
  const postings = [
    ...lateExpiry(holding.expiry, occasion, holding.account),
    ...(plan ? [{ plan, occasion, detail: { ...ownerDetail(holding.account.account), ...detail } }] : []),
  ]
  const written = await writeCurrent(trx, holding.locked, postings, occasion)
  const last = written.at(-1)
  const balance = balanceOf(last ?? { holders: holding.locked }, holding.account.account)
  return { posted: plan ? (last ?? null) : null, balance }
}

export interface HeldResult {
  readonly posted: Posted
  /** Balance of the member or corporate member afterwards. */
  readonly balance: number
}

/** Locks, plans by `decide`, writes: the shape of most use cases. */
export async function postOn<P extends PostingPlan>(
  trx: Trx,
  owner: AccountRef,
  occasion: Occasion,
  decide: (holder: LotHolder, today: string) => P | Promise<P>,
  options: { readonly detail?: OccasionDetail; readonly others?: readonly AccountRef[] } = {},
): Promise<HeldResult & { readonly plan: P }> {
  const today = todayOf(occasion)
  const holding = await hold(trx, owner, today, options.others)
  const plan = await decide(holding.holder, today)
  const { posted, balance } = await postHeld(trx, holding, occasion, plan, options.detail)
  if (!posted) throw new Error('nothing was written')
  return { posted, plan, balance }
}
