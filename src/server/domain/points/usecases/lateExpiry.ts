import { startOfTaipeiDate } from '../../../../rules/dates.ts'
import type { AccountRef } from '../domain/kinds.ts'
import type { PostingPlan } from '../domain/posting.ts'
import type { LockedAccount } from '../post/holders.ts'
import { type Occasion, type OccasionDetail, todayOf } from '../post/occasion.ts'
import type { PlannedPosting } from '../post/write.ts'

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
