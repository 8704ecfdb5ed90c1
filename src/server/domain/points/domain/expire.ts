import { lotMove, txnKind } from '../../../../rules/codes.generated.ts'
import { startOfTaipeiDate } from '../../../../rules/dates.ts'
import { platformOwner } from './kinds.ts'
import { byConsumption, isExpired, type Lot, pointsOf } from './lots.ts'
import {
  type Allocation,
  emptyPlan,
  entryDefaults,
  type HolderAccount,
  type LotHolder,
  ownerDetail,
  type PlannedPosting,
  type PostingContext,
  type PostingEntry,
  type PostingPlan,
  todayOf,
} from './posting.ts'

/** A transaction has at most 4,000 entries; two per issuer. */
const issuersMax = 2000

/**
 * Expires what lies past its last day (kind 50): two entries per issuer, so that reports know whose points expired.
 *
 * @returns the plan (null when nothing has expired) and the holder after it
 */
export function planExpire(holder: LotHolder, today: string): { readonly plan: PostingPlan | null; readonly after: LotHolder } {
  const expired = holder.lots.filter((lot) => isExpired(lot, today)).sort(byConsumption)
  if (expired.length === 0) return { plan: null, after: holder }
  const issuers = [...new Set(expired.map((lot) => lot.issuerCompanyNo))].sort().slice(0, issuersMax)
  const entries: PostingEntry[] = []
  const allocations: Allocation[] = []
  for (const issuer of issuers) {
    const lots = expired.filter((lot) => lot.issuerCompanyNo === issuer)
    entries.push(...expiryEntries(holder, issuer, lots))
    const entryNo = entries.length - 1
    allocations.push(...lots.map((lot) => ({ lot: lot.key, points: lot.remainingPoints, kind: lotMove.expire, for: { entryNo } })))
  }
  const plan = { ...emptyPlan(txnKind.expire, entries), allocations }
  return { plan, after: { ...holder, lots: holder.lots.filter((lot) => !isExpired(lot, today)) } }
}

function expiryEntries(holder: LotHolder, issuer: string, lots: readonly Lot[]): readonly PostingEntry[] {
  const points = pointsOf(lots)
  return [
    { ...entryDefaults, account: holder.account, points: -points, companyNo: issuer },
    { ...entryDefaults, account: { class: 'EXPIRED', ownerId: platformOwner }, points, companyNo: issuer },
  ]
}

/**
 * The EXPIRE that a posting on a holder makes first (domain 2.6, Late expiry), as a list to spread; empty when nothing had expired.
 * Its name holds the version of the account: a day may need a second one, and no repetition can post it twice.
 */
export function lateExpiry(plan: PostingPlan | null, context: PostingContext, holder: HolderAccount): readonly PlannedPosting[] {
  if (plan === null) return []
  const today = todayOf(context)
  const { class: accountClass, ownerId } = holder.account
  return [
    {
      plan,
      detail: ownerDetail(holder.account),
      context: {
        now: context.now,
        businessAt: startOfTaipeiDate(today),
        source: { work: 'EXPIRE', workId: `${accountClass}:${ownerId}:${today}:${holder.version}` },
        companyNo: null,
        retailStoreNo: null,
        createdBy: '系統',
      },
    },
  ]
}
