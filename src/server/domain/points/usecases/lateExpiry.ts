import { startOfTaipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { planExpire } from '../domain/expire.ts'
import { type AccountRef, hasLots, sameAccount } from '../domain/kinds.ts'
import type { PostingPlan } from '../domain/posting.ts'
import { DraftLeftError, draftOf } from '../post/draft.ts'
import { type LockedAccount, readLotHolder } from '../post/holders.ts'
import { type Occasion, type OccasionDetail, todayOf } from '../post/occasion.ts'
import { type PlannedPosting, type Posted, writePostings } from '../post/write.ts'

/** Columns that name the owner of a holder account. */
export function ownerDetail(account: AccountRef): OccasionDetail {
  if (account.class === 'MEMBER') return { memberNo: account.ownerId }
  return account.class === 'CORP' ? { corporateNo: account.ownerId } : {}
}

/**
 * The EXPIRE that a posting on a holder makes first (domain 2.6, Late expiry), as a list to spread; empty when nothing had expired.
 * Its name holds the version of the account: a day may need a second one, and no repetition can post it twice.
 */
export function lateExpiry(plan: PostingPlan | null, occasion: Occasion, holder: LockedAccount): readonly PlannedPosting[] {
  if (plan === null) return []
  const today = todayOf(occasion)
  const { class: accountClass, ownerId } = holder.account
  return [
    {
      plan,
      detail: ownerDetail(holder.account),
      occasion: {
        now: occasion.now,
        businessAt: startOfTaipeiDate(today),
        source: { work: 'EXPIRE', workId: `${accountClass}:${ownerId}:${today}:${holder.version}` },
        companyNo: null,
        retailStoreNo: null,
        createdBy: '系統',
      },
    },
  ]
}

/**
 * Writes postings of one occasion. What they give may lie past its day already (a sale dated back): that expires at once, so that the
 * balance which is told is the one that the next posting finds.
 *
 * @returns what was written for the postings; the last with the balances after everything
 */
export async function writeCurrent(
  trx: Trx,
  locked: readonly LockedAccount[],
  postings: readonly PlannedPosting[],
  occasion: Occasion,
): Promise<readonly Posted[]> {
  const written = await writePostings(trx, locked, postings)
  const last = written.at(-1)
  const today = todayOf(occasion)
  const isPast = postings.some(({ plan }) => plan.lots.some((lot) => lot.expireDate < today))
  if (!last || !isPast) return written
  if (draftOf(trx)) throw new DraftLeftError('points that expire at once')
  const holders = await expireHolders(trx, last.holders, occasion)
  return [...written.slice(0, -1), { ...last, holders }]
}

/** The accounts after the expiry of what lies past its day. */
async function expireHolders(trx: Trx, locked: readonly LockedAccount[], occasion: Occasion): Promise<readonly LockedAccount[]> {
  const today = todayOf(occasion)
  const expiries: PlannedPosting[] = []
  for (const holder of locked.filter(({ account }) => hasLots(account))) {
    const { plan } = planExpire(await readLotHolder(trx, holder, { expiredOn: today }), today)
    expiries.push(...lateExpiry(plan, occasion, holder))
  }
  const written = await writePostings(trx, locked, expiries)
  const after = written.at(-1)?.holders ?? locked
  return locked.map((holder) => after.find(({ account }) => sameAccount(account, holder.account)) ?? holder)
}
